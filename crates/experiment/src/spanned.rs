//! [`Spanned`]: a value that knows its place in the sweep file.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// Name of the struct by which [`Spanned`] asks for its place.
pub(super) const SPANNED: &str = "evocube::Spanned";

/// A value with its place in the sweep file.
#[derive(Clone, Debug)]
pub(super) struct Spanned<T> {
    value: T,
    place: Range<usize>,
}

impl<T> Spanned<T> {
    pub(super) fn new(place: Range<usize>, value: T) -> Self {
        Self { value, place }
    }

    /// Returns the bytes of the value; none of a default.
    pub(super) fn span(&self) -> Range<usize> {
        self.place.clone()
    }

    pub(super) fn get_ref(&self) -> &T {
        &self.value
    }

    pub(super) fn into_inner(self) -> T {
        self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Parts<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Parts<T> {
            type Value = Spanned<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a value with its place")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
                let missing = || A::Error::custom("a value without a place");
                let start = parts.next_element()?.ok_or_else(missing)?;
                let end = parts.next_element()?.ok_or_else(missing)?;
                Ok(Spanned { value: parts.next_element()?.ok_or_else(missing)?, place: start..end })
            }
        }
        deserializer.deserialize_newtype_struct(SPANNED, Parts(PhantomData))
    }
}

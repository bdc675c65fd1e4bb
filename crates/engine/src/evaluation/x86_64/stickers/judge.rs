//! [`Judge`]: the penalties of eight states at a time, with AVX-512, each as two parts to add. They follow from masks of the parent module,
//! with a bit for each byte that differs from the goal's. An objective whose weights do not fit has another kernel. Also here: which bytes
//! of a mask are the stickers of corners and of edges.

use std::arch::x86_64::*;

use super::form::{PenaltyForm, WrongEdge};

/// The bytes of a mask with the stickers of corners and of edges: of the first, second and third sticker.
pub(super) const CORNERS: [usize; 3] = [0, 4, 5];
pub(super) const EDGES: [usize; 2] = [2, 6];

/// The bits of the second stickers of corners, where the first ones are joined to them. A corner of which both are right is right.
const CORNER: i64 = 0xFF << (8 * CORNERS[1]);

/// Weights of the bits of a mask, by byte.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// Bits in which either of two stickers counts; in the others both must be wrong.
    either: i64,
    /// Added to every penalty.
    constant: i64,
    /// Weights of single wrong stickers, and of those that count together with their partner.
    single: ByteWeights,
    together: ByteWeights,
}

/// Weights of eight bytes, in two words: the lowest seven bits of each, and the higher ones.
#[derive(Clone, Copy, Debug)]
struct ByteWeights {
    low: i64,
    high: i64,
}

impl ByteWeights {
    /// Returns the weights; `None` if they are larger than two bytes of seven bits.
    fn new(weights: [i32; 8]) -> Option<Self> {
        let pack = |part: fn(i32) -> i32| {
            let bytes = weights.map(|weight| i8::try_from(part(weight)).ok());
            let bytes = bytes.into_iter().collect::<Option<Vec<_>>>()?;
            Some(bytes.iter().rev().fold(0, |word, &byte| word << 8 | i64::from(byte.cast_unsigned())))
        };
        Some(Self { low: pack(|weight| weight & 127)?, high: pack(|weight| weight >> 7)? })
    }
}

impl Judge {
    /// Returns the weights of a form; `None` if one is too large.
    pub(super) fn new(form: PenaltyForm) -> Option<Self> {
        let (mut single, mut together) = ([0; 8], [0; 8]);
        let (mut either, mut constant) = (CORNER, 0);
        let [first, second] = EDGES.map(|byte| byte..byte + 2);
        match form {
            PenaltyForm::Colors { sticker, corner, edge, rule } => {
                single = [sticker; 8];
                together[CORNERS[1]] = corner;
                let wrong = if rule == WrongEdge::Elsewhere { &mut single } else { &mut together };
                wrong[second].fill(edge);
                if rule == WrongEdge::Either {
                    either |= 0xFFFF << (8 * EDGES[1]);
                }
            }
            // A turned piece shows its first sticker elsewhere in its position, so that one sticker less is wrong.
            PenaltyForm::Pieces { elsewhere, turned } => {
                single[CORNERS[0]] = elsewhere[0];
                single[CORNERS[1]..=CORNERS[2]].fill(elsewhere[0] - turned[0]);
                single[first].fill(elsewhere[1]);
                single[second].fill(elsewhere[1] - turned[1]);
                constant = 16 * (turned[0] - elsewhere[0]) + 12 * (turned[1] - elsewhere[1]);
            }
        }
        let constant = i64::from(constant.cast_unsigned());
        Some(Self { either, constant, single: ByteWeights::new(single)?, together: ByteWeights::new(together)? })
    }

    /// Returns whether a weight needs more than seven bits.
    pub(super) fn is_wide(&self) -> bool {
        self.single.high | self.together.high != 0
    }

    /// Returns the penalties of eight masks, each as two parts in the halves of a word.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx512bitalg")]
    pub(super) fn parts<const WIDE: bool>(&self, masks: __m512i) -> __m512i {
        // The majority of a bit, its partner and a constant one is their union, with a constant zero their intersection.
        let partners = _mm512_slli_epi64::<32>(masks);
        let together = _mm512_ternarylogic_epi64::<0xE8>(partners, masks, _mm512_set1_epi64(self.either));
        let (single, together) = (_mm512_popcnt_epi8(masks), _mm512_popcnt_epi8(together));
        let mut sum = _mm512_set1_epi64(self.constant);
        if WIDE {
            let high = _mm512_dpbusd_epi32(_mm512_setzero_si512(), single, _mm512_set1_epi64(self.single.high));
            let high = _mm512_dpbusd_epi32(high, together, _mm512_set1_epi64(self.together.high));
            sum = _mm512_add_epi32(sum, _mm512_slli_epi32::<7>(high));
        }
        let sum = _mm512_dpbusd_epi32(sum, single, _mm512_set1_epi64(self.single.low));
        _mm512_dpbusd_epi32(sum, together, _mm512_set1_epi64(self.together.low))
    }
}

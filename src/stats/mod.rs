//! Statistics: small, exact where they can be, each with its reference.

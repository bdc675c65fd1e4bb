//! Analysis of designed experiments: the variance that factors explain, and response surfaces. No design is made here.

mod response_surface;
mod variance_shares;

pub use response_surface::{Effect, ResponseSurface, Term};
pub use variance_shares::variance_shares;

//! How states and moves are written.

//! [`InvalidValue`]: the error of an option whose text is no time, interval, number of threads, width, pair of limits or type size. Other
//! options have messages of their own.

/// Error: a text is no value of an option.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub(crate) enum InvalidValue {
    #[error("expected a time such as 50ms, 2s or 1.5m, at most 1000000s")]
    Time,
    #[error("expected off, or a time such as 500ms, 30s or 10m, from 1ms to 1000000s")]
    Interval,
    #[error("expected a number from 1 to {most}")]
    Threads { most: usize },
    #[error("expected a width such as 85mm, 8.5cm or 3.35in, from {min}mm to {max}mm")]
    Width { min: f64, max: f64 },
    #[error("expected two numbers, the lower one first, such as 0,5000")]
    Limits,
    #[error("expected a size in points such as 8, from {min} to {max}")]
    FontSize { min: f64, max: f64 },
}

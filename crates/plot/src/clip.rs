//! Lines and polygons cut to the area between two axes, in shares of these axes.

/// A place: the shares of the axes before it.
type Place = (f64, f64);

/// Errors of rounding.
const TOLERANCE: f64 = 1e-9;

/// Returns whether a place is between the axes.
pub(super) fn contains((x, y): Place) -> bool {
    let segment = -TOLERANCE..=1.0 + TOLERANCE;
    segment.contains(&x) && segment.contains(&y)
}

/// Returns the parts of a line that are between the axes.
pub(super) fn line(points: &[Place]) -> Vec<Vec<Place>> {
    let mut parts: Vec<Vec<Place>> = Vec::new();
    for pair in points.windows(2) {
        let Some([from, to]) = segment([pair[0], pair[1]]) else { continue };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// Returns the part of a segment that is between the axes (Y.-D. Liang and B. A. Barsky, "A new concept and method for line
/// clipping", ACM Transactions on Graphics 3 (1984), 1–22).
fn segment([from, to]: [Place; 2]) -> Option<[Place; 2]> {
    let step = (to.0 - from.0, to.1 - from.1);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (change, room) in [(-step.0, from.0), (step.0, 1.0 - from.0), (-step.1, from.1), (step.1, 1.0 - from.1)] {
        if change == 0.0 && room < -TOLERANCE {
            return None;
        }
        if change < 0.0 {
            begin = begin.max(room / change);
        } else if change > 0.0 {
            end = end.min(room / change);
        }
    }
    let place = |share: f64| match share {
        0.0 => from,
        1.0 => to,
        share => (from.0 + share * step.0, from.1 + share * step.1),
    };
    (begin <= end).then(|| [place(begin), place(end)])
}

/// Returns the part of a polygon that is between the axes (I. E. Sutherland and G. W. Hodgman, "Reentrant polygon clipping",
/// Communications of the ACM 17 (1974), 32–42).
pub(super) fn polygon(mut points: Vec<Place>) -> Vec<Place> {
    let depths: [fn(Place) -> f64; 4] =
        [|place| place.0, |place| 1.0 - place.0, |place| place.1, |place| 1.0 - place.1];
    for depth in depths {
        let previous = points.last().copied().into_iter().chain(points.iter().copied());
        let mut clipped = Vec::with_capacity(points.len());
        for (from, to) in previous.zip(&points) {
            let (first, second) = (depth(from), depth(*to));
            if (first < 0.0) != (second < 0.0) {
                let share = first / (first - second);
                clipped.push((from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1)));
            }
            if second >= 0.0 {
                clipped.push(*to);
            }
        }
        points = clipped;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_leave_the_axes() {
        assert_eq!(line(&[(0.1, 0.1), (0.9, 0.9)]), [[(0.1, 0.1), (0.9, 0.9)]]);
        assert_eq!(line(&[(-0.5, 0.5), (0.5, 0.5), (0.5, 1.5)]), [[(0.0, 0.5), (0.5, 0.5), (0.5, 1.0)]]);
        let through = line(&[(-0.5, 0.5), (1.5, 0.5), (1.5, 0.75), (-0.5, 0.75)]);
        assert_eq!(through, [[(0.0, 0.5), (1.0, 0.5)], [(1.0, 0.75), (0.0, 0.75)]]);
        assert!(line(&[(2.0, 0.0), (2.0, 0.9)]).is_empty());
    }

    #[test]
    fn polygons_are_cut_at_the_ends_of_axes() {
        let mut cut = polygon(vec![(0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (0.5, 0.5)]);
        cut.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        assert_eq!(cut, [(0.5, 0.0), (0.5, 0.5), (1.0, 0.0), (1.0, 0.5)]);
        assert!(polygon(vec![(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)]).is_empty());
    }
}

//! The columns of measured tables that come from `convergence.csv`: numbers of genomes, better offspring, penalties. All other columns are
//! in `columns`.

use evocube::experiment::record::ConvergenceRow;

/// The evaluations after which penalties are compared.
const EVALUATIONS: u64 = 400_000;
/// The generation after which genomes are counted.
const GENERATION: u64 = 50;

/// A column of the course of trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CourseColumn {
    /// Mean number of different genomes after some generations.
    Genomes,
    /// Mean number of different genomes in the last generation.
    LastGenomes,
    /// Recombined offspring that are better than the mean of their parents, of those that are better or worse.
    BetterOffspring,
    /// Mean of the lowest penalties up to a number of evaluations.
    Penalty,
}

impl CourseColumn {
    const ALL: [Self; 4] = [Self::Genomes, Self::LastGenomes, Self::BetterOffspring, Self::Penalty];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Genomes => "genomes after 50 generations",
            Self::LastGenomes => "genomes at the end",
            Self::BetterOffspring => "better offspring",
            Self::Penalty => "mean penalty at 400,000 evaluations",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// Returns the cell of a column.
    pub(super) fn cell<'a>(self, courses: impl Iterator<Item = &'a Course>) -> String {
        let courses: Vec<&Course> = courses.collect();
        let mean = |value: fn(&Course) -> u64| {
            courses.iter().map(|course| value(course) as f64).sum::<f64>() / courses.len() as f64
        };
        match self {
            Self::Genomes => format!("{:.0}", mean(|course| course.genomes)),
            Self::LastGenomes => format!("{:.0}", mean(|course| course.last_genomes)),
            Self::BetterOffspring => {
                let (better, worse) = (mean(|course| course.better), mean(|course| course.worse));
                format!("{:.0} %", 100.0 * better / (better + worse))
            }
            Self::Penalty => format!("{:.1}", mean(|course| course.penalty)),
        }
    }
}

/// The course of a trial, as far as tables need it.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// Number of different genomes after 50 generations, and in the last generation.
    genomes: u64,
    last_genomes: u64,
    /// Recombined offspring that are better and worse than the mean of their parents.
    better: u64,
    worse: u64,
    /// Lowest penalty up to 400,000 evaluations.
    penalty: u64,
}

impl Course {
    /// Returns the course of a trial with these rows.
    pub(super) fn new<'a>(rows: impl Iterator<Item = &'a ConvergenceRow>) -> Self {
        let mut course = Self { penalty: u64::MAX, ..Self::default() };
        for row in rows {
            if row.generation <= GENERATION {
                course.genomes = row.distinct;
            }
            course.last_genomes = row.distinct;
            course.better += row.children_better;
            course.worse += row.children_worse;
            if row.evaluations <= EVALUATIONS {
                course.penalty = course.penalty.min(row.best);
            }
        }
        course
    }
}

#[test]
fn columns_of_courses_have_the_rows_up_to_a_generation_and_a_number_of_evaluations() {
    let row = |(generation, evaluations, best, distinct, children_better, children_worse)| ConvergenceRow {
        trial: 1,
        generation,
        evaluations,
        best,
        worst: 9,
        mean: 5.0,
        midrange: 5.0,
        std: 1.0,
        distinct,
        children_better,
        children_worse,
        restarts: 0,
        observed: vec![],
    };
    let first =
        [(0, 10, 30, 10, 0, 0), (50, 300_000, 12, 8, 1, 2), (51, 400_000, 14, 7, 1, 2), (60, 400_001, 2, 4, 0, 2)];
    let second = [(0, 10, 20, 10, 0, 0), (30, 20, 21, 6, 0, 0)];
    let courses = [first.map(row).to_vec(), second.map(row).to_vec()].map(|rows| Course::new(rows.iter()));
    let cells = CourseColumn::ALL.map(|column| column.cell(courses.iter()));
    assert_eq!(cells, ["7", "5", "25 %", "16.0"]);
    assert!(CourseColumn::ALL.iter().all(|column| CourseColumn::named(column.name()) == Some(*column)));
}

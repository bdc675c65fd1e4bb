//! Former names of keys, which are read until 1.0.

/// The table of a key, its name and its former name.
pub(super) const FORMER_NAMES: [(&str, &str, &str); 18] = [
    ("algorithm", "evolution-strategy", "es"),
    ("algorithm", "niche-archive", "niches"),
    ("alphabet", "macros", "composites"),
    ("alphabet", "no-op", "no-turn"),
    ("commutators", "max-pieces", "most-pieces"),
    ("genome", "parsimony-tiebreak", "shorter"),
    ("islands", "emigrants", "leave"),
    ("islands", "replaced", "replace"),
    ("steady-state", "offspring", "children"),
    ("steady-state", "replaced", "replace"),
    ("growing", "max", "most"),
    ("one-fifth", "min", "least"),
    ("one-fifth", "max", "most"),
    ("probability-matching", "min", "least"),
    ("adaptive-pursuit", "min", "least"),
    ("evolution-strategy", "solved", "solvers"),
    ("evolution-strategy", "extra-generations", "extra"),
    ("evolution-strategy", "max-generations", "patience"),
];

/// Returns the other name of a key of a table: the former one of a name, the name of a former one.
pub(super) fn other_name(table: &str, key: &str) -> Option<&'static str> {
    FORMER_NAMES.iter().filter(|(of, ..)| *of == table).find_map(|&(_, name, former)| match key {
        key if key == name => Some(former),
        key if key == former => Some(name),
        _ => None,
    })
}

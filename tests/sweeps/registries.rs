//! Registries of components: a name means what the registry of its sweep says.

use std::thread;

use evocube::evolve::mutation::Mutation;
use evocube::experiment::store::StoreError;
use evocube::experiment::verify::verify;
use evocube::prelude::{Bernoulli, Cancelled, Context, CounterStream, Gene, Mutate};
use serde::Deserialize;

use super::*;

/// Sets all genes to one symbol.
#[derive(Clone, Deserialize)]
struct Fill<const SYMBOL: u16> {}

impl<const SYMBOL: u16> Mutate for Fill<SYMBOL> {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn mutate(&self, genes: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> Result<bool, Cancelled> {
        genes.fill(Gene(SYMBOL));
        Ok(true)
    }
}

/// Mutates as another mutation, which its settings name.
#[derive(Deserialize)]
struct As {
    inner: Mutation,
}

impl Mutate for As {
    fn individual_rate(&self) -> Bernoulli {
        self.inner.individual_rate()
    }

    fn mutate(
        &self,
        genes: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        self.inner.mutate(genes, context, stream)
    }
}

/// Returns a sweep whose factor varies the mutation.
fn sweep_of(mutations: &str) -> String {
    format!(
        "name = 'versions'\nseed = 5\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 10\nelitism = 1\n\
         genome.length = 8\nstop = {{ generations = 6, target = 'none' }}\n\
         [[factor]]\nkey = 'mutation'\nlevels = {mutations}\n"
    )
}

/// Returns two versions of a component under one name.
fn versions() -> [Registry; 2] {
    [Registry::new().mutation::<Fill<0>>("fill", "1"), Registry::new().mutation::<Fill<5>>("fill", "2")]
        .map(|registry| registry.mutation::<As>("as", "1"))
}

#[test]
fn two_sweeps_of_one_process_have_two_versions_of_a_component() {
    let text = sweep_of("['none', 'fill', { as = { inner = 'fill' } }]");
    let folders = [(); 2].map(|()| crate::common::tempdir().unwrap());
    // Both sweeps are read before either runs, and they run side by side.
    let sweeps = versions().map(|registry| parsed(&text, &registry).unwrap());
    thread::scope(|scope| {
        for (sweep, folder) in sweeps.iter().zip(&folders) {
            scope.spawn(|| {
                let plan = Plan::new(sweep);
                let execution = Execution { threads: NonZeroUsize::new(2).unwrap(), ..*EXECUTION };
                let mut store = Store::open(folder.path(), sweep, &plan, Opening::New, execution).unwrap();
                runner::run(sweep, &plan, &mut store, execution, &()).unwrap();
            });
        }
    });
    // A folder is read without its components.
    let [first, second] = folders.each_ref().map(|folder| store::read(folder.path()).unwrap());
    let means = |results: &Results, point: u64| {
        let trials = results.trials.iter().filter(|row| row.point == point).map(|row| row.trial);
        let trials = trials.collect::<BTreeSet<_>>();
        let logged = results.convergence.iter().filter(|row| trials.contains(&row.trial));
        logged.map(|row| row.mean).collect::<Vec<_>>()
    };
    assert_eq!(means(&first, 1), means(&second, 1), "nothing mutates");
    for point in [2, 3] {
        // A component that the settings of another one name is of the same registry.
        assert_ne!(means(&first, point), means(&second, point), "point {point}");
    }
    for (number, folder) in folders.iter().enumerate() {
        let manifest = fs::read_to_string(folder.path().join(file::MANIFEST)).unwrap();
        assert!(manifest.contains(&format!("\"mutation fill\" = \"{}\"", number + 1)), "{manifest}");
        // Another process would read the sweep again.
        let results = store::read(folder.path()).unwrap();
        for (other, registry) in versions().iter().enumerate() {
            let verdict = verify(folder.path(), &results, None, registry, *EXECUTION, &()).unwrap();
            assert_eq!(verdict.is_identical(), other == number, "{verdict:?}");
        }
        let error = verify(folder.path(), &results, None, &Registry::new(), *EXECUTION, &()).unwrap_err().to_string();
        assert!(
            error.ends_with("only the program that has the code of the mutation as, mutation fill can run its trials"),
            "{error}"
        );
        let other = &sweeps[1 - number];
        let refused = Store::open(folder.path(), other, &Plan::new(other), Opening::Resume, *EXECUTION).unwrap_err();
        let StoreError::OtherProgram { difference, .. } = refused else { panic!("{refused}") };
        assert!(difference.starts_with("mutation fill: version "), "{difference}");
    }
}

#[test]
fn a_name_of_one_registry_is_unknown_in_another() {
    let [registry, _] = versions();
    let text = sweep_of("['fill']");
    let copy = registry.clone().mutation::<Fill<3>>("further", "1");
    assert!(parsed(&text, &registry).is_ok() && parsed(&text, &copy).is_ok());
    assert!(parsed(&sweep_of("['further']"), &copy).is_ok());
    let refused = |text: &str, registry: &Registry| {
        let error = parsed(text, registry).unwrap_err();
        format!("{error}; {}", error.messages())
    };
    let error = refused(&text, &Registry::new());
    assert!(error.starts_with("sweep.toml:13:11: \"fill\" is not a value of mutation; "), "{error}");
    assert!(error.contains("write one of none, ") && !error.contains("further"), "{error}");
    let error = refused(&sweep_of("['further']"), &registry);
    assert!(error.contains(", as, fill"), "the registered names follow those of evocube: {error}");
}

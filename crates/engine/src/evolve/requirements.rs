//! Requirements between the settings of genomes and of operators.

use super::config::{Conflict, TrialConfig};
use super::crossover::Cross;
use super::mutation::Mutate;
use super::selection::Selection;
use crate::evaluation::EvaluationMode;

/// Checks the requirements of the operators.
///
/// # Errors
/// The first requirement that is not met.
pub(super) fn check(config: &TrialConfig) -> Result<(), Conflict> {
    let conflict = |key: &'static str, message: String| Err(Conflict::new(key, message));
    let genome = &config.genome;
    let parsimony = genome.parsimony_tiebreak == Some(true);
    let (mut no_op, mut best_prefix) = (Vec::new(), Vec::new());
    if let Some(initial) = genome.initial {
        no_op.push(("genome", "genome.initial"));
        if initial.max() > genome.length.get() {
            let message = format!("initial genomes of {} genes do not fit into {}", initial.max(), genome.length.get());
            return conflict("genome", message);
        }
    }
    if parsimony {
        no_op.push(("genome", "genome.parsimony-tiebreak"));
        if genome.evaluate == EvaluationMode::BestPrefix {
            let message =
                "genome.parsimony-tiebreak is for whole genomes: of equal best prefixes the shorter is always fitter";
            return conflict("genome", message.to_owned());
        }
    }
    if matches!(config.selection, Selection::DoubleTournament(_))
        && genome.evaluate == EvaluationMode::Whole
        && !config.alphabet.has_no_op()
    {
        let message = "double-tournament compares lengths, but all genomes have the same: it needs genome.evaluate = \
                       \"best-prefix\" or an alphabet with no-op = true";
        return conflict("selection", message.to_owned());
    }
    let mutation = config.mutation();
    let mutation_needs = mutation.parts().into_iter().map(|part| ("mutation", part.requirements()));
    let crossover_needs = config.crossover.parts().into_iter().map(|part| ("crossover", part.requirements()));
    for (key, required) in crossover_needs.chain(mutation_needs) {
        if let Some((min, what)) = required.genes
            && genome.length.get() < min
        {
            let message = format!("{what} needs genomes of at least {min} genes, not {}", genome.length.get());
            return conflict(key, message);
        }
        no_op.extend(required.no_op.map(|what| (key, what)));
        best_prefix.extend(required.best_prefix.map(|what| (key, what)));
    }
    if let Some((key, what)) = no_op.first().filter(|_| !config.alphabet.has_no_op()) {
        return conflict(key, format!("{what} needs an alphabet with no-op = true, for the end of shorter genomes"));
    }
    // Without parsimony, the best prefix of a whole genome is the genome, and no gene is behind it.
    if let Some((key, what)) = best_prefix.first().filter(|_| genome.evaluate == EvaluationMode::Whole && !parsimony) {
        let message = format!("{what} at the best prefix changes nothing unless genome.evaluate is \"best-prefix\"");
        return conflict(key, message);
    }
    Ok(())
}

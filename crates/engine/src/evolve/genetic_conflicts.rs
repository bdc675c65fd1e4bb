//! The checks of the keys of the genetic algorithm, which solvers and registered algorithms have, too: conflicts between keys and between
//! operators, such as elites that leave no offspring. The checks of genomes and memory are in `config`. Single values are checked by their
//! types; the algorithm runs in [`super::engine`].

use super::config::{Conflict, TrialConfig};
use super::crossover::Cross;
use super::mutation::Mutate;
use super::selection::{Select, Selection, Tournament};
use super::survivor::SurvivorSelection;
use crate::evaluation::EvaluationMode;
use crate::evaluation::objective::Objective;

impl TrialConfig {
    /// Returns the conflicts between the keys of the genetic algorithm.
    pub(super) fn genetic_conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = self.operator_conflicts();
        let mut conflict = |key: &'static str, message: String| conflicts.push(Conflict::new(key, message));
        let (population, elitism) = (self.population.get(), self.elitism.get());
        let immigrants = self.immigrants.share_of(population);
        if elitism >= population {
            conflict("elitism", format!("elitism {elitism} leaves no offspring in a population of {population}"));
        }
        if !matches!(self.replacement, SurvivorSelection::Generational) {
            if self.immigrants.get() > 0.0 {
                conflict("immigrants", "immigrants come with replacement \"generational\" only".to_owned());
            }
        } else if elitism < population && elitism + immigrants >= population {
            // Too many elites alone are a conflict of their own.
            let (immigrants, elites) = (number(immigrants, "immigrant"), number(elitism, "elite"));
            let message = format!("{immigrants} beside {elites} leave no offspring in a population of {population}");
            conflict("immigrants", message);
        }
        if let Err(invalid) = self.replacement.check(population, elitism) {
            conflict("replacement", invalid.to_string());
        }
        if matches!(self.replacement, SurvivorSelection::Alps(_)) && self.islands.count.get() > 1 {
            conflict("islands", "alps has layers in place of islands: leave islands out".to_owned());
        }
        let arrivals = self.islands.arrivals();
        if arrivals >= population {
            let message = format!("{arrivals} migrants at a time leave no native in a population of {population}");
            conflict("islands", message);
        }
        conflicts.extend(self.check_memory(self.mutation().strategy_parameters()).err());
        conflicts
    }

    /// Returns the conflicts of the operators with each other and with the other keys.
    fn operator_conflicts(&self) -> Vec<Conflict> {
        let (selection, crossover, mutation) = (&self.selection, &self.crossover, self.mutation());
        let mut conflicts = Vec::new();
        let mut conflict = |key: &'static str, message: String| conflicts.push(Conflict::new(key, message));
        let (population, rule) = (self.population.get(), &self.replacement);
        if let Selection::Tournament(Tournament { size, replacement: false }) = selection
            && size.get() > population
        {
            let size = size.get();
            let message =
                format!("tournament size {size} without replacement is larger than the population of {population}");
            conflict("selection", message);
        }
        if selection.needs_cases() && matches!(self.objective, Objective::Custom(_)) {
            let (name, objective) = (selection.name(), self.objective.name());
            let message =
                format!("{name} needs a penalty of each piece, which the objective \"{objective}\" does not have");
            conflict("selection", message);
        }
        if matches!(selection, Selection::DoubleTournament(_))
            && self.genome.evaluate == EvaluationMode::Whole
            && !self.alphabet.has_no_op()
        {
            let message = "double-tournament compares lengths, but all genomes have the same: it needs genome.evaluate = \
                           \"best-prefix\" or an alphabet with no-op = true";
            conflict("selection", message.to_owned());
        }
        if !rule.uses_selection() && crossover.further_parents() > 0 {
            let name = rule.name();
            let pairs = match rule {
                SurvivorSelection::DeterministicCrowding => "pairs all individuals",
                _ => "selects two parents",
            };
            let message = format!("multi-parent selects further parents, but {name} {pairs}: use another replacement");
            conflict("crossover", message);
        }
        let is_nsga = matches!(rule, SurvivorSelection::NsgaTwo);
        if is_nsga && !selection.is_by_order() {
            let message = "nsga-ii ranks individuals: it needs a selection that compares them (tournament, rank, \
                           exponential-rank, truncation)";
            conflict("selection", message.to_owned());
        }
        if self.memetic.is_baldwinian() {
            let what = "baldwinian offspring have a fitness that is not that of their genes";
            if self.islands.count.get() > 1 {
                conflict("memetic", format!("{what}: they do not migrate between islands"));
            } else if is_nsga {
                conflict("memetic", format!("{what}: nsga-ii cannot rank them by length"));
            } else if selection.needs_cases() {
                conflict("memetic", format!("{what}: {} would see other penalties", selection.name()));
            }
        }
        let crossovers = crossover.parts().into_iter().map(|part| ("crossover", part.requirements()));
        let mutations = mutation.parts().into_iter().map(|part| ("mutation", part.requirements()));
        conflicts.extend(self.check_genomes(crossovers.chain(mutations)).err());
        conflicts.extend(crossover.check().err().map(|message| Conflict::new("crossover", message)));
        conflicts.extend(mutation.check().err().map(|message| Conflict::new("mutation", message)));
        conflicts
    }
}

/// Returns a number with its noun, in the plural unless it is 1.
fn number(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

//! The table of the leading configuration on each of several instances, and tables of the best configurations on the first twelve.

use crate::document::{Block, Table, folded, plain};
use crate::result_index::{PointTrials, SolvedCount, StageTrials};
use crate::stage_view::StageView;
use crate::wording::{counted, k_of_n, number};
use evocube_stats::samples::median;

/// Maximum number of instances with a table of configurations.
const MAX_TABLES: usize = 12;
/// Maximum number of configurations in the table of an instance.
const MAX_ROWS: usize = 10;

/// The finished trials of a configuration on one instance.
struct InstanceResult<'a> {
    point: &'a PointTrials<'a>,
    penalties: Vec<f64>,
    solved: SolvedCount,
    /// Lengths of the solutions.
    moves: Vec<f64>,
}

impl<'a> InstanceResult<'a> {
    /// Returns the finished trials of a configuration on an instance; `None` without any.
    fn new(point: &'a PointTrials<'a>, instance: &str) -> Option<Self> {
        let outcomes: Vec<_> = point.on_instance(instance).filter_map(|trial| trial.outcome.as_ref()).collect();
        let solved = outcomes.iter().filter(|outcome| outcome.solved);
        (!outcomes.is_empty()).then(|| Self {
            point,
            penalties: outcomes.iter().map(|outcome| outcome.best as f64).collect(),
            solved: outcomes.iter().map(|outcome| outcome.reached).collect(),
            moves: solved.map(|outcome| outcome.htm as f64).collect(),
        })
    }

    fn rate(&self) -> f64 {
        self.solved.count as f64 / self.solved.trials as f64
    }

    /// Returns the median of some numbers; empty without any.
    fn median(values: &[f64]) -> String {
        median(values).map_or(String::new(), number)
    }
}

/// Returns a table of all instances, and a table of the best configurations on each of the first of them. Empty with one instance.
pub(super) fn blocks(view: &StageView<'_>) -> Vec<Block> {
    let instances = &view.index.results.sweep.instances;
    let (stage, Some(leader)) = (view.stage, view.stage.leader()) else { return vec![] };
    if instances.len() < 2 {
        return vec![];
    }
    let is_comparable = stage.summary.selection.comparable_penalties;
    let several = stage.points.len() > 1;
    let mut all = Table::new(format!("Instances of stage {}", stage.summary.name)).texts(plain("instance"));
    let all_configurations = if several { &["solved, all configurations"][..] } else { &[] };
    all = all.numbers(&["solved"]).numbers(if is_comparable { &["median penalty"] } else { &[] });
    all = all.numbers(&["moves of solved, median"]).numbers(all_configurations);
    let mut each = vec![];
    for instance in instances {
        let configurations = instance_results(stage, &instance.name, is_comparable);
        if configurations.is_empty() {
            continue;
        }
        let leading = configurations.iter().find(|result| result.point.number == leader.number);
        let text = |cell: fn(&InstanceResult<'_>) -> String| plain(leading.map_or(String::new(), cell));
        let mut cells = vec![plain(&instance.name), text(|leading| k_of_n(leading.solved))];
        if is_comparable {
            cells.push(text(|leading| InstanceResult::median(&leading.penalties)));
        }
        cells.push(text(|leading| InstanceResult::median(&leading.moves)));
        if several {
            let trials = stage.points.iter().flat_map(|point| point.on_instance(&instance.name));
            let solved = trials.filter_map(|trial| trial.outcome.as_ref()).map(|outcome| outcome.reached);
            cells.push(plain(k_of_n(solved.collect())));
        }
        all.row(cells, false);
        if several && each.len() < MAX_TABLES {
            let table = best(&instance.name, &configurations, is_comparable);
            each.extend(folded(table.name.clone(), vec![Block::Table(table)]));
        }
    }
    if all.rows.is_empty() {
        return vec![];
    }
    let which = if leader.selected { "selected" } else { "leading" };
    let addition = if several { ", beside the solved trials of all configurations" } else { "" };
    let text = format!("The {which} configuration on each instance{addition}.");
    let mut blocks = vec![Block::Paragraph(vec![plain(text)]), Block::Table(all)];
    blocks.extend(each);
    blocks
}

/// Returns the configurations with trials on an instance, the best first: more solved, then the lower median penalty, then fewer
/// moves. Penalties of different objectives are not compared.
fn instance_results<'a>(stage: &'a StageTrials<'a>, instance: &str, is_comparable: bool) -> Vec<InstanceResult<'a>> {
    let mut configurations: Vec<_> =
        stage.points.iter().filter_map(|point| InstanceResult::new(point, instance)).collect();
    let key = |values: &[f64]| median(values).unwrap_or(f64::INFINITY);
    configurations.sort_by(|a, b| {
        let penalties =
            if is_comparable { key(&a.penalties).total_cmp(&key(&b.penalties)) } else { std::cmp::Ordering::Equal };
        b.rate().total_cmp(&a.rate()).then(penalties).then(key(&a.moves).total_cmp(&key(&b.moves)))
    });
    configurations
}

/// Returns the best configurations on an instance.
fn best(instance: &str, configurations: &[InstanceResult<'_>], is_comparable: bool) -> Table {
    let shown = &configurations[..configurations.len().min(MAX_ROWS)];
    let name = if shown.len() < configurations.len() {
        format!("{instance}: the best {} of {} configurations", shown.len(), configurations.len())
    } else {
        format!("{instance}: {}", counted(configurations.len() as u64, "configuration"))
    };
    let table = Table::new(name).numbers(&["configuration"]).texts(plain("levels")).numbers(&["solved"]);
    let table = table.numbers(if is_comparable { &["median penalty", "lowest penalty"] } else { &[] });
    let mut table = table.numbers(&["moves of solved, median"]);
    for result in shown {
        let mut cells =
            vec![plain(result.point.number.to_string()), plain(result.point.label()), plain(k_of_n(result.solved))];
        if is_comparable {
            let lowest = result.penalties.iter().copied().reduce(f64::min);
            cells.extend([
                plain(InstanceResult::median(&result.penalties)),
                plain(lowest.map_or(String::new(), number)),
            ]);
        }
        cells.push(plain(InstanceResult::median(&result.moves)));
        table.row(cells, result.point.selected);
    }
    table
}

//! What a figure is, and which ones a results folder gets.

use super::drawing::Drawing;
use super::study::Study;
use super::{boxes, curves, heat_map, progress};

/// More instances than this get no chart of their best trial; the tables have them all.
pub(super) const MOST_PROGRESS: usize = 12;

/// A drawing with what belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// The file's name without its ending.
    pub(super) file: String,
    /// Its title, which is also in the drawing.
    pub(super) title: String,
    /// How to read it.
    pub(super) caption: String,
    /// The drawing.
    pub(super) drawing: Drawing,
}

/// All figures of a results folder.
#[derive(Debug)]
pub(super) struct Figures {
    /// Those of each stage, in order.
    pub(super) stages: Vec<Vec<Figure>>,
    /// The best trial on each instance.
    pub(super) progress: Vec<Figure>,
}

impl Figures {
    /// Draws them.
    pub(super) fn draw(study: &Study<'_>) -> Self {
        let stages = study.stages.iter().map(|stage| {
            let end = if stage.facts.factors.len() == 2 { heat_map::draw(stage) } else { boxes::draw(stage) };
            curves::draw(study, stage).into_iter().chain(end).collect()
        });
        let instances = study.results.sweep.instances.iter().enumerate().take(MOST_PROGRESS);
        Self {
            stages: stages.collect(),
            progress: instances.filter_map(|(at, facts)| progress::draw(study, at + 1, &facts.name)).collect(),
        }
    }

    /// All of them, in the order of the page.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Figure> {
        self.stages.iter().flatten().chain(&self.progress)
    }
}

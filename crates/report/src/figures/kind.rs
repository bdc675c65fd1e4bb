//! [`PlotKind`]: the kinds of figures that the command `plot` draws alone, with their descriptions, their requirements and the
//! [`ShapeOption`]s that they have. It draws those of a stage; those of a race are drawn by `race`. The figures of a stage on a page are
//! listed in the module above.

use super::{
    Figure, StageView, boxes, contours, convergence, diversity, ecdf, effects, heat_map, importance, interaction,
    profile, response, survival,
};
use evocube_cube::puzzle::named;

named! {
    /// A kind of figure, in the order of the help.
    pub enum PlotKind, "figure":
    /// The lowest penalty so far by generation, evaluations or moves.
    Convergence = "convergence",
    /// The share of penalty targets reached within a number of evaluations, generations or moves.
    Ecdf = "ecdf",
    /// The lowest penalty of each trial, by configuration; its evaluations until solved, if all trials are.
    Box = "box",
    /// The mean of each level with its interval.
    Effects = "effects",
    /// The configurations of a sampled design by each factor, with the predictions of the response surface.
    Response = "response",
    /// The predictions of the response surface over two factors.
    Contours = "contours",
    /// The shares of the variance that effects explain.
    Importance = "importance",
    /// The means of each combination of two factors' levels, as lines.
    Interaction = "interaction",
    /// The means of each combination of two factors' levels, as colors.
    HeatMap = "heat-map",
    /// Different genomes, standard deviation and mean of the population.
    Diversity = "diversity",
    /// The share of trials that have solved, over evaluations.
    Survival = "survival",
    /// The share of problems that a configuration solves within a factor of the lowest cost: performance profiles.
    Profile = "profile",
    /// The elites of a race against `[base]` on held-out instances.
    HeldOut = "held-out",
    /// The cost that each change of a race's selected configuration saves on held-out instances.
    Ablation = "ablation",
    /// The values of a race's elites among all of its configurations: parallel coordinates.
    Elites = "elites",
    /// The configurations left in a race after each trial.
    Eliminations = "eliminations",
}

named! {
    /// An option that shapes some kinds of figures, with its name.
    pub enum ShapeOption, "option of figures":
    /// The unit of the horizontal axis.
    X = "x",
    /// A logarithmic horizontal axis.
    LogX = "log x",
    /// A logarithmic vertical axis.
    LogY = "log y",
    /// The value of each line.
    Center = "center",
    /// The band around each line.
    Band = "band",
    /// The factor of the panels.
    Facet = "facet",
    /// The factor of the lines.
    Color = "color",
    /// Instances apart.
    ByInstance = "by-instance",
    /// The ends of the horizontal axis.
    XLimits = "xlim",
    /// The ends of the vertical axis.
    YLimits = "ylim",
}

impl PlotKind {
    /// Returns a description for the help.
    pub fn description(self) -> &'static str {
        match self {
            Self::Convergence => "The lowest penalty so far by generation, evaluations or moves",
            Self::Ecdf => "The share of targets reached within a number of evaluations, generations or moves",
            Self::Box => "The best of each trial by configuration, or its evaluations if all solved",
            Self::Effects => "The mean of each level with its interval",
            Self::Response => "The configurations of a sampled design by each factor, with predicted means",
            Self::Contours => "The predicted means of a sampled design over two numbers",
            Self::Importance => "The shares of the variance that effects explain",
            Self::Interaction => "The means of two factors' levels together",
            Self::HeatMap => "The mean of each pair of two factors' levels as a color",
            Self::Diversity => "Different genomes, standard deviation and mean penalty of the population",
            Self::Survival => "The share of trials that have solved, over evaluations",
            Self::Profile => "The share of problems that a configuration solves within a multiple of the lowest cost",
            Self::HeldOut => "The elites of a race against [base] on held-out instances",
            Self::Ablation => "The cost that each change of a race's selected configuration saves",
            Self::Elites => "The values of a race's elites among all of its configurations",
            Self::Eliminations => "The configurations left in a race after each trial",
        }
    }

    /// Returns the requirements of the figure, for a message.
    pub(crate) fn needs(self) -> &'static str {
        match self {
            Self::Convergence => {
                "logged generations (and over moves, trials that minimize penalty and length, two objectives)"
            }
            Self::Diversity => "logged generations",
            Self::Ecdf => "several trials with logged generations, of which one reached a target",
            Self::Box => "several finished trials, all solved or with one objective",
            Self::Effects => "a factor, and every combination of levels with finished trials on every instance",
            Self::Response => {
                "a sampled design, or a factor of more than 24 levels, with enough configurations for a response surface"
            }
            Self::Contours => "a sampled design with two numbers that are shown to matter",
            Self::Importance => "several factors, of which one is shown to matter, and another outcome than run times",
            Self::Interaction => "two factors, and every combination of levels with finished trials on every instance",
            Self::HeatMap => {
                "two factors in all combinations (name a level, KEY=LEVEL, of each further factor) and a finished trial"
            }
            Self::Survival => {
                "several trials, of which one has solved its instance after some evaluations, and none has given up before \
                 the end of its budget"
            }
            Self::Profile => "two configurations, and a target that one of them reached",
            Self::HeldOut => "a finished race with held-out instances, which selects another configuration than [base]",
            Self::Ablation => "a finished race with held-out instances, whose selected configuration has two changes",
            Self::Elites => "a finished race of two factors",
            Self::Eliminations => "a race with a finished iteration",
        }
    }

    /// Returns the options of this kind, beside those of every figure.
    pub fn options(self) -> &'static [ShapeOption] {
        use ShapeOption::{Band, ByInstance, Center, Color, Facet, LogX, LogY, X, XLimits, YLimits};
        match self {
            Self::Convergence => &[X, LogX, LogY, XLimits, YLimits, Center, Band, Facet, Color, ByInstance],
            // Its panels have an axis for each quantity.
            Self::Diversity => &[X, LogX, LogY, XLimits, Center, Band, Facet, Color, ByInstance],
            Self::Ecdf => &[X, LogX, XLimits, YLimits, Facet, Color, ByInstance],
            Self::Survival => &[XLimits, YLimits, Facet, Color, ByInstance],
            Self::Box => &[XLimits, Facet, ByInstance],
            Self::Interaction => &[YLimits, Color],
            Self::Effects | Self::Response => &[YLimits],
            Self::Profile => &[XLimits, YLimits],
            Self::HeatMap
            | Self::Contours
            | Self::Importance
            | Self::HeldOut
            | Self::Ablation
            | Self::Elites
            | Self::Eliminations => &[],
        }
    }

    /// Returns whether it shows a race, and not the trials of a stage.
    pub fn is_of_race(self) -> bool {
        matches!(self, Self::HeldOut | Self::Ablation | Self::Elites | Self::Eliminations)
    }

    /// Draws the figure of a stage; `None` if its requirements are not met.
    pub(crate) fn draw(self, view: &StageView<'_>) -> Option<Figure> {
        match self {
            Self::Convergence => convergence::shaped(view),
            Self::Ecdf => ecdf::draw(view),
            Self::Box => boxes::draw(view),
            Self::Effects => effects::draw(view),
            Self::Response => response::draw(view),
            Self::Contours => contours::draw(view),
            Self::Importance => importance::draw(view),
            Self::Interaction => interaction::shaped(view),
            Self::HeatMap => heat_map::draw(view),
            Self::Diversity => diversity::draw(view),
            Self::Survival => survival::draw(view),
            Self::Profile => profile::draw(view),
            Self::HeldOut | Self::Ablation | Self::Elites | Self::Eliminations => None,
        }
    }
}

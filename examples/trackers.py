"""Results in trackers of experiments: `python examples/trackers.py results/population [mlflow|wandb]`, by default MLflow. Nothing is
uploaded to Weights & Biases: files are written for `wandb sync`.

A run for each configuration, with its levels, its outcomes, its curve and, in MLflow, the files of the folder.
"""

from __future__ import annotations

import sys

import evocube


def configurations(results: evocube.Results):
    """Yields name, levels, curve and outcomes of each configuration. The curve is the mean of its trials by generation."""
    curves = results.curves
    for (stage, point), trials in results.trials.groupby(["stage", "point"]):
        rows = curves[(curves.stage == stage) & (curves.point == point)]
        levels = {key: str(trials[key].iloc[0]) for key in results.factors}
        yield f"{stage} {point}", levels, rows.groupby("generation")["best"].mean(), {"solved": trials.solved.mean(), "best": trials.best.mean()}


def to_mlflow(results: evocube.Results) -> None:
    """Logs the configurations in an experiment of MLflow."""
    import mlflow

    mlflow.set_experiment(results.name)
    for name, levels, curve, outcomes in configurations(results):
        with mlflow.start_run(run_name=name):
            mlflow.log_params(levels)
            mlflow.log_metrics(outcomes)
            for generation, best in curve.items():
                mlflow.log_metric("mean best", best, step=int(generation))
            mlflow.log_artifacts(str(results.folder))


def to_wandb(results: evocube.Results, folder: str = ".") -> None:
    """Writes the configurations as files of Weights & Biases, in `folder/wandb`, which `wandb sync` uploads."""
    import wandb

    for name, levels, curve, outcomes in configurations(results):
        with wandb.init(project=results.name, name=name, config=levels, mode="offline", dir=folder) as run:
            for generation, best in curve.items():
                run.log({"mean best": best}, step=int(generation))
            run.summary.update(outcomes)


if __name__ == "__main__":
    trackers = {"mlflow": to_mlflow, "wandb": to_wandb}
    trackers[sys.argv[2] if len(sys.argv) > 2 else "mlflow"](evocube.Results(sys.argv[1]))

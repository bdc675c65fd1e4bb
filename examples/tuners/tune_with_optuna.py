"""Tunes tiny.toml with Optuna: `tune_with_optuna.py EVOCUBE SWEEP`. Keys, ranges and cubes are those of tiny.toml alone."""

import statistics
import subprocess
import sys

import optuna

EVOCUBE, SWEEP = sys.argv[1:3]
CUBES = [f"random-{number}" for number in range(1, 4)]


def cost(settings: dict, instance: str, seed: int) -> int:
    """The cost of one trial: the last line that evocube prints."""
    words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    command = [EVOCUBE, "trial", SWEEP, "--threads", "1", "--seed", str(seed), "--instance", instance, *words]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(output.splitlines()[-1])


def objective(trial: optuna.Trial) -> float:
    settings = {
        "population": trial.suggest_int("population", 10, 1000, log=True),
        "mutation.uniform.individual-rate": trial.suggest_float("individual-rate", 0.0, 1.0),
        "mutation.uniform.gene-rate": trial.suggest_float("gene-rate", 0.01, 0.5, log=True),
        # @N is the Nth level of the sweep's factor.
        "crossover": trial.suggest_categorical("crossover", ["none", "@2", "@3"]),
    }
    if settings["crossover"] == "none" and settings["mutation.uniform.individual-rate"] < 0.05:
        raise optuna.TrialPruned()  # the sweep forbids it
    # The same cubes and seeds for all settings.
    costs = []
    for number, cube in enumerate(CUBES):
        costs.append(cost(settings, cube, number))
        trial.report(statistics.mean(costs), number)
        if trial.should_prune():
            raise optuna.TrialPruned()
    return statistics.mean(costs)


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=1)
    study = optuna.create_study(sampler=sampler, pruner=optuna.pruners.MedianPruner(n_startup_trials=8))
    study.optimize(objective, n_trials=30)
    print(f"{len(study.trials)} settings, the best costs {study.best_value} on average:", study.best_params)


if __name__ == "__main__":
    main()

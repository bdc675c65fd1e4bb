"""Tunes tiny.toml with SMAC3: `tune_with_smac.py FOLDER`, where FOLDER/target calls evocube. `run-smac.sh` makes that file."""

import sys
from pathlib import Path

from ConfigSpace import Categorical, ConfigurationSpace, Float, Integer
from smac import AlgorithmConfigurationFacade, Scenario


def main(folder: Path) -> None:
    space = ConfigurationSpace(seed=1)
    # Names are keys of [base]; @N is the Nth level of the sweep's factor.
    space.add(
        Integer("population", (10, 1000), log=True, default=100),
        Float("mutation.uniform.individual-rate", (0.0, 1.0), default=0.15),
        Float("mutation.uniform.gene-rate", (0.01, 0.5), log=True, default=0.15),
        Categorical("crossover", ["none", "@2", "@3"], default="@2"),
    )
    cubes = [f"random-{number}" for number in range(1, 9)]
    scenario = Scenario(
        space,
        name="tiny",
        output_directory=folder / "smac3_output",
        instances=cubes,
        instance_features={cube: [number] for number, cube in enumerate(cubes)},
        n_trials=60,
        seed=1,
    )
    facade = AlgorithmConfigurationFacade(scenario, str(folder / "target"), overwrite=True)
    best = facade.optimize()
    statuses = [value.status.name for value in facade.runhistory.values()]
    print(f"{len(statuses)} trials, {statuses.count('SUCCESS')} of them without a fault")
    print("mean cost of the best:", facade.runhistory.average_cost(best))
    print(" ".join(f"--set '{key}={value}'" for key, value in dict(best).items()))
    if statuses.count("SUCCESS") != len(statuses):
        sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

# %% [markdown]
# # Your own method
#
# A method of generations is an object that is asked for candidates and told their fitness. Here is one of a page, and
# a comparison with the genetic algorithm at the same number of games.

# %%
from dataclasses import dataclass

import numpy as np

import semeai
from semeai.evolve.evolver import check_fitness, pack_generator, row_of, unpack_generator


@dataclass(frozen=True)
class ClimbParams:
    population: int = 30
    step: float = 0.2


class Climb:
    """The best genome of each generation is the center of the next."""

    def __init__(self, params, n, rng):
        self.params, self.rng = params, rng
        self.center = rng.uniform(-1, 1, n)
        self.genomes = self.around()

    def around(self):
        steps = self.rng.normal(0, self.params.step, (self.params.population, len(self.center)))
        return np.clip(self.center + steps, -1, 1)

    def ask(self):
        return self.genomes.copy()

    def tell(self, fitness):
        fitness = check_fitness(fitness, len(self.genomes))
        row = row_of(fitness, float(self.genomes.std(axis=0).mean()) / 2)
        self.center = self.genomes[fitness.argmax()]
        self.genomes = self.around()
        return row

    @property
    def champion(self):
        return self.center.copy()

    def state(self):
        return {"center": self.center, "genomes": self.genomes, "generator": pack_generator(self.rng)}

    def restore(self, state):
        self.center, self.genomes = state["center"].copy(), state["genomes"].copy()
        self.rng = unpack_generator(state["generator"])


# %% [markdown]
# `local` players have eleven weights. Both methods get 30 candidates, 10 games each, for 10 generations.

# %%
settings = {"against": "wally:noise=0.1", "size": 5, "generations": 10, "games": 10, "exam": 50, "quiet": True}
climb = semeai.breed(Climb(ClimbParams(), 11, np.random.default_rng(1)), run="climb", **settings)
ga = semeai.breed("ga", population=30, run="ga", **settings)
for name, run in {"climb": climb, "ga": ga}.items():
    print(f"{name:6} {run.champion.exam}")

# %% [markdown]
# One seed is an anecdote: repeat this with twenty before you believe it. The two champions can also meet.

# %%
semeai.match(climb, ga, games=100, random_opening=4)

# %% [markdown]
# # Breed and watch
#
# A small Go player from nothing, by a genetic algorithm, and how good it really is.

# %%
import semeai

settings = {"against": "wally:noise=0.1", "size": 5, "population": 30, "games": 10, "exam": 50, "quiet": True}
run = semeai.breed("ga", generations=12, **settings)
run

# %% [markdown]
# The best of all small exams flatters: it was chosen because it was lucky too. The long exam at the end had no part in
# choosing the champion, and neither had the games from random openings.

# %%
champion = run.champion
print("chosen for       ", f"{champion.best:.0%}")
print("confirmed        ", champion.exam)
print("random openings  ", champion.openings)

# %% [markdown]
# A run lives in a folder. The same call continues it; with more generations it goes further.

# %%
more = semeai.breed("ga", generations=16, **settings)
len(run.rows), len(more.rows)

# %% [markdown]
# The champion plays like everybody else.

# %%
semeai.play(more, "random", size=5, seed=1)

# %%
semeai.match(more, "random", games=100, random_opening=4)

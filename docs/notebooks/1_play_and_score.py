# %% [markdown]
# # Play and score
#
# A board, a game, the rules, and two players that meet.

# %%
import semeai
from semeai.go.points import parse_vertex

# %% [markdown]
# A game knows its rules. Moves are points; `parse_vertex` reads them from text such as "E5".

# %%
game = semeai.Game(semeai.Rules.preset("chinese", size=9))
for vertex in ("E5", "C3", "G3", "C7", "G7"):
    game.play(parse_vertex(vertex, 9))
game

# %% [markdown]
# Players are named by specifications. `semeai.play` lets two of them play one game.

# %%
game = semeai.play("wally", "random", size=7, seed=3)
print(game.result)
game

# %% [markdown]
# One game says little. A match says how sure we can be.

# %%
semeai.match("wally", "random", games=200, size=7)

# %% [markdown]
# Any function of the board is a player.


# %%
def center(board):
    """Play as near to the center as possible."""
    middle = (board.size + 1) / 2
    points = board.legal_points()
    from semeai.go.points import PASS, row_column

    return min(points, key=lambda p: sum((x - middle) ** 2 for x in row_column(p)), default=PASS)


semeai.match(center, "random", games=20, size=5, jobs=1)

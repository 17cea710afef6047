# mypy: ignore-errors
"""Coevolution of partial strategies: the games, the step and the round.

P. Drake, Y.-P. Chen, "Coevolving Partial Strategies for the Game of Go", sections 3 and 4. Two populations of trees
(`trees_kernel`) play each other from one position: number 0 are the strategies of who moves first there, number 1 those
of the other side. The paper's threads are logical: each has a champion of each population and a random stream of its
own. In a *round* every thread makes one step, with individuals that no other thread has in that round, and reads the
populations as they were before. So it does not matter who computes the steps of a round, nor in which order. Without
rounds (`run_steps`) the threads take turns, and what is born in a step takes part in the next.
"""

import numpy as np

from semeai.evolve.trees_kernel import (
    END,
    LAW,
    NULL,
    TREE,
    answer,
    copy_tree,
    cross,
    edit,
    end_of,
    grow,
    mutate,
    opening,
    recall,
    share,
)
from semeai.go.board_kernel import BLACK, BOARD, EMPTY, MAX_AREA, N_POINTS, PASS, WHITE, breathes, copy_to, play
from semeai.go.knowing_kernel import KNOWING, knowing_move
from semeai.go.playout_kernel import MOVES_A_POINT, end_margin, finish, light_move
from semeai.go.score_kernel import COUNTING, count
from semeai.jit import kernel
from semeai.parallel.tickets_kernel import take, wait_for
from semeai.rng import STREAM, below, uniform

N_SAMPLES = 512
ROUNDS, SAMPLE, SURVEY = range(3)  # jobs of `work_on`
TAKEN, DONE, BEGUN, N_TICKETS = 0, 1, 2, 3  # steps that somebody does, steps that are done, rounds that have begun

_THREAD = [
    ("rng", STREAM),
    ("champions", TREE, 2),
    ("wins", np.int64, (2, 2)),  # in the last step, by population and individual
    ("losers", np.int64, 2),  # of the last step, by population
    ("children", TREE, 2),  # that take their places when the round is over
]
THREAD = np.dtype((np.record, np.dtype(_THREAD, align=True)))

_TABLE = [
    ("law", LAW),
    ("start", BOARD),  # where games begin
    ("komi", np.float64),
    ("true_komi", np.float64),  # where the other one was moved to make games even
    ("renewal", np.float64),  # chance that who won all its games replaces the champion
    ("champions", np.int64),  # 0 when nobody plays against champions
    ("forfeits", np.int64),  # 1 when an illegal suggestion loses the game
    ("knows", np.int64),  # 1 when moves that no strategy suggests are those of knowing playouts
    ("knowing", KNOWING),
    # room to scribble
    ("board", BOARD),
    ("counting", COUNTING),
    ("room", TREE, 2),
    ("trail", np.uint16, MOVES_A_POINT * MAX_AREA),
    ("made", np.int32, (2, N_POINTS)),  # by side and point, as `sample` finds them
    ("made_and_won", np.int32, (2, N_POINTS)),
    ("margins", np.int16, N_SAMPLES),
    ("seen", np.int16, N_POINTS),
    ("owned", np.int32, N_POINTS),  # by point, in how many games it was black's in the end, minus white's
]
TABLE = np.dtype((np.record, np.dtype(_TABLE, align=True)))  # where games are played; each core needs one


# -- a game ------------------------------------------------------------------------------------------------------------


@kernel
def is_legal(b, p):
    """Whether the side to play may play `p`, a point or PASS. Of repetitions, simple ko alone is seen."""
    return p == PASS or (b.color[p] == EMPTY and p != b.ko and breathes(b, p))


@kernel
def begin(table):
    """Set the board up for a game."""
    copy_to(table.board, table.start)
    table.knowing.last = table.knowing.before = PASS
    table.knowing.is_in_atari = 1  # for all that is known


@kernel
def free_move(table, b, rng):
    """A move that no strategy suggests: random, but never into an own eye, or that of a knowing playout."""
    return knowing_move(b, table.knowing, rng) if table.knows else light_move(b, rng)


@kernel
def make(table, b, p):
    """Play `p`, and let the knowing policy know."""
    w = table.knowing
    n_prisoners = b.prisoners[3 - b.to_play]
    play(b, p)
    w.n_taken = b.prisoners[b.to_play] - n_prisoners
    w.before = w.last
    w.last = p


@kernel
def said(tree, at, recalled):
    """The suggestion of a strategy that stands at `at`: what was recalled from its library, else the move of its plan;
    or NULL."""
    return recalled if recalled != NULL or at == END else tree.nodes[at]


@kernel
def play_game(table, first, second, rng):
    """Play a game between two strategies; returns by how much the first to move has won, after komi.

    Each side follows its strategy, also after its suggestion was illegal and a free move was made instead.
    """
    b, law = table.board, table.law
    begin(table)
    limit = MOVES_A_POINT * np.int64(b.size_) * b.size_
    tree, waiting_tree = first, second
    at, waiting_at = opening(first), 0  # where the strategies stand: that of the side to play, and the other
    recalled = np.uint16(NULL)  # what the side to play has in its library for the last move
    n, n_guided = 0, 0
    while (at != END or waiting_at != END or law.library) and b.n_passes < 2 and n < limit:
        n += 1
        p = said(tree, at, recalled)
        if p != NULL and is_legal(b, p):
            n_guided = n
        elif p != NULL and table.forfeits:
            return 1.0 - 2.0 * (n % 2)  # the first to move has the odd moves
        else:
            p = free_move(table, b, rng)
        make(table, b, p)
        tree, waiting_tree = waiting_tree, tree
        at, waiting_at = waiting_at, at
        if law.library:
            recalled = recall(tree, at, p)
        if at != END and recalled == NULL:
            at = answer(tree, at, p, law.default)
    if table.knows:
        while b.n_passes < 2 and n < limit:
            make(table, b, free_move(table, b, rng))
            n += 1
    else:
        n = finish(b, rng, n, limit)
    # Two free passes leave nothing but eyes; a pass that a strategy has suggested may leave anything.
    margin = (end_margin(b) if n_guided + 2 <= n else count(b, False, table.counting)) - table.komi
    return margin if table.start.to_play == BLACK else -margin


# -- a step, as in section 3 -------------------------------------------------------------------------------------------


@kernel
def step(populations, drawn, threads, t, table):
    """Steps 2 to 5 of thread `t`, with the two individuals of each population that step 1 has drawn for it."""
    thread = threads[t]
    rng = thread.rng
    thread.wins[:] = 0
    # 2. All games between the four, and one of each with the champion of the other population.
    for i in range(2):
        one = populations[0, drawn[0, 2 * t + i]]
        for j in range(2):
            other = populations[1, drawn[1, 2 * t + j]]
            margin = play_game(table, one, other, rng)
            thread.wins[0, i] += margin > 0
            thread.wins[1, j] += margin < 0
        if table.champions:
            thread.wins[0, i] += play_game(table, one, thread.champions[1], rng) > 0
            other = populations[1, drawn[1, 2 * t + i]]
            thread.wins[1, i] += play_game(table, thread.champions[0], other, rng) < 0
    for side in range(2):
        # 3. Who has won more games is the winner; of equals, either.
        ahead = thread.wins[side, 0] - thread.wins[side, 1]
        if ahead == 0:
            ahead = 1 - 2 * np.int64(below(rng, np.uint32(2)))
        winner = 0 if ahead > 0 else 1
        thread.losers[side] = drawn[side, 2 * t + 1 - winner]
        # 4. The loser is replaced by a new individual: at the end of the round, by `replace`.
        breed(populations, side, thread, table)
        # 5. Who has won all three games may become the champion.
        if thread.wins[side, winner] == 3 and uniform(rng) < table.renewal:
            copy_tree(thread.champions[side], populations[side, drawn[side, 2 * t + winner]])


@kernel
def breed(populations, side, thread, table):
    """Make `thread.children[side]` a cross between two random individuals or a clone of one, and maybe mutate it."""
    law, rng, child = table.law, thread.rng, thread.children[side]
    n = np.uint32(populations.shape[1])
    mother = populations[side, below(rng, n)]
    if uniform(rng) < law.crossover:
        father = populations[side, below(rng, n)]
        if law.sharing > 0 and uniform(rng) < law.sharing:
            share(child, mother, father, rng)
        else:
            cross(child, mother, father, law, rng)
    else:
        copy_tree(child, mother)
    if uniform(rng) < law.mutation:
        if law.edits > 0 and uniform(rng) < law.edits:
            edit(child, side, law, rng, table.room)
        else:
            mutate(child, side, law, rng, table.room)


# -- a round -----------------------------------------------------------------------------------------------------------


@kernel
def draw_all(order, drawn, rngs):
    """Step 1 of all threads: two individuals of each population for each, nobody twice.

    `order[side]` are the numbers of all individuals, in no order; its beginning is shuffled.
    """
    n = order.shape[1]
    for side in range(2):
        for i in range(drawn.shape[1]):
            k = i + below(rngs[0], np.uint32(n - i))
            order[side, i], order[side, k] = order[side, k], order[side, i]
            drawn[side, i] = order[side, i]


@kernel
def replace_losers(populations, thread):
    """Step 4 of a thread: its children take the places of the losers."""
    for side in range(2):
        copy_tree(populations[side, thread.losers[side]], thread.children[side])


@kernel
def run_steps(populations, drawn, threads, rngs, table, first, n_steps):
    """Do so many steps one by one, the first of them number `first` of the run. The threads take turns."""
    n = np.uint32(populations.shape[1])
    for number in range(first, first + n_steps):
        t = number % len(threads)
        for side in range(2):
            one, other = below(rngs[0], n), below(rngs[0], n - np.uint32(1))
            drawn[side, 2 * t] = one
            drawn[side, 2 * t + 1] = other + (other >= one)
        step(populations, drawn, threads, t, table)
        replace_losers(populations, threads[t])


@kernel
def run_rounds(populations, order, drawn, threads, rngs, tables, core, n_rounds, tickets):
    """Do so many rounds, together with all other cores that call this with the same `tickets`.

    A core takes the next ticket, which is a step of a thread in a round, and waits until that round has begun. Who has
    done the last step of a round ends it and begins the next.
    """
    n = len(threads)
    while True:
        ticket = take(tickets, TAKEN)
        if ticket >= n * n_rounds:
            return
        if ticket == 0:
            draw_all(order, drawn, rngs)
            take(tickets, BEGUN)
        wait_for(tickets, BEGUN, ticket // n + 1)
        step(populations, drawn, threads, ticket % n, tables[core])
        n_done = take(tickets, DONE) + 1
        if n_done % n == 0:
            for t in range(n):
                replace_losers(populations, threads[t])
            if n_done < n * n_rounds:
                draw_all(order, drawn, rngs)
            take(tickets, BEGUN)


# -- populations -------------------------------------------------------------------------------------------------------


@kernel
def sample(tables, rngs):
    """Play `N_SAMPLES` playouts from the start, and note which moves each side has made in how many of them, and in how
    many it has won; and black's margins, without komi."""
    table, rng = tables[0], rngs[0]
    b = table.board
    table.made[:] = 0
    table.made_and_won[:] = 0
    for k in range(N_SAMPLES):
        begin(table)
        n = 0
        while b.n_passes < 2 and n < MOVES_A_POINT * np.int64(b.size_) * b.size_:
            table.trail[n] = free_move(table, b, rng)
            make(table, b, table.trail[n])
            n += 1
        table.margins[k] = end_margin(b)
        winner = 0 if (table.margins[k] > table.komi) == (table.start.to_play == BLACK) else 1
        for i in range(n):
            p, side = table.trail[i], i % 2
            if table.seen[p] != k + 1:  # who was there first counts
                table.seen[p] = k + 1
                table.made[side, p] += 1
                table.made_and_won[side, p] += side == winner
    table.seen[:] = 0


@kernel
def suggestions(trees, side, line, tables, out):
    """Write to `out` what each tree suggests after the moves of `line`, which begin with one of who moves first; NULL
    where that is nothing, or where the strategy would have played otherwise. It is the side's turn then."""
    for i in range(len(trees)):
        out[i] = suggestion(trees[i], side, line, tables[0].law)


@kernel
def suggestion(tree, side, line, law):
    """What a tree suggests after the moves of `line`."""
    at = opening(tree) if side == 0 else 0
    recalled = np.uint16(NULL)
    for k in range(len(line)):
        if k % 2 == side:
            if said(tree, at, recalled) != line[k]:
                return np.uint16(NULL)
        else:
            if law.library:
                recalled = recall(tree, at, line[k])
            if at != END and recalled == NULL:
                at = answer(tree, at, line[k], law.default)
    return said(tree, at, recalled)


@kernel
def descend(trees, side, mine, theirs, tables, fits):
    """Make of each tree what it says of the game after who moves first has played `mine` and the other side `theirs`.

    `fits[i]` becomes whether the strategy `i` has played along; those that have not are left alone.
    """
    line, has_default = (mine, theirs), tables[0].law.default
    for i in range(len(trees)):
        tree = trees[i]
        at = opening(tree) if side == 0 else answer(tree, 0, mine, has_default)
        fits[i] = at != END and tree.nodes[at] == line[side]
        if side == 0 and fits[i]:
            at = answer(tree, at, theirs, has_default)
            fits[i] = at != END
        if fits[i]:
            n_before = 2 * (1 - side)  # who moves first needs a root whose default is the next move
            n = end_of(tree, at) - at
            for k in range(n):
                tree.nodes[n_before + k] = tree.nodes[at + k]
            if side == 0:
                tree.nodes[1] = NULL
            tree.n = n_before + n


@kernel
def grow_where(populations, side, wanted, tables, rngs):
    """Grow anew those trees of a population that are wanted."""
    for i in range(populations.shape[1]):
        if wanted[i]:
            grow(populations[side, i], side, False, tables[0].law, rngs[0])


@kernel
def survey(populations, tables, rngs, n_games):
    """Let random individuals play so many games. Adds up in `owned` whose each point was in the end; returns how many
    games the first to move has won."""
    table, rng = tables[0], rngs[0]
    n = np.uint32(populations.shape[1])
    n_won = 0
    table.owned[:] = 0
    for _ in range(n_games):
        first, second = populations[0, below(rng, n)], populations[1, below(rng, n)]
        play_game(table, first, second, rng)
        margin = count(table.board, False, table.counting) - table.true_komi
        n_won += (margin if table.start.to_play == BLACK else -margin) > 0
        for p in range(N_POINTS):
            owner = table.counting.owner[p]
            table.owned[p] += np.int32(owner == BLACK) - np.int32(owner == WHITE)
    return n_won


@kernel
def work_on(job, populations, order, drawn, threads, rngs, tables, core, n, tickets):
    """Do `n` rounds, a sample or a survey of `n` games for Python; returns the result of the survey.

    These are one function, because all of them play games: to compile that three times would take two seconds.
    """
    if job == SAMPLE:
        sample(tables, rngs)
    elif job == SURVEY:
        return survey(populations, tables, rngs, n)
    else:
        run_rounds(populations, order, drawn, threads, rngs, tables, core, n, tickets)
    return 0

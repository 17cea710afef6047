# mypy: ignore-errors
"""Coevolution of partial strategies: the games, the step and the round.

P. Drake, Y.-P. Chen, "Coevolving Partial Strategies for the Game of Go", sections 3 and 4. Two populations of trees
(`trees_kernel`) play each other from one position: population 0 has the strategies of the side that moves first there,
population 1 those of the other side. The paper's threads are logical: each has its own champion of each population and
its own random stream. In a *round* every thread makes one step with individuals that no other thread has in that round,
and reads the populations as they were before the round. So the steps of a round can be computed on any core and in any
order. Without rounds (`run_steps`) the threads take turns, and the children of a step take part in the next one.
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
from semeai.go.playout_kernel import MOVES_A_POINT, end_margin, finish, light_move, put_or_pass
from semeai.go.score_kernel import COUNTING, count
from semeai.jit import kernel
from semeai.parallel.tickets_kernel import take, wait_for
from semeai.rng import STREAM, below, uniform

N_SAMPLES = 512
ROUNDS, SAMPLE, SURVEY = range(3)  # jobs of `work_on`
TAKEN, DONE, BEGUN, N_TICKETS = 0, 1, 2, 3  # started steps, finished steps, started rounds

_THREAD = [
    ("rng", STREAM),
    ("champions", TREE, 2),
    ("wins", np.int64, (2, 2)),  # in the last step, by population and individual
    ("losers", np.int64, 2),  # of the last step, by population
    ("children", TREE, 2),  # which replace them at the end of the round
]
THREAD = np.dtype((np.record, np.dtype(_THREAD, align=True)))

_TABLE = [
    ("law", LAW),
    ("start", BOARD),  # start position of games
    ("komi", np.float64),
    ("true_komi", np.float64),  # if the other one was changed to make games even
    ("renewal", np.float64),  # chance that an individual that won all its games replaces the champion
    ("champions", np.int64),  # 0 if there are no games against champions
    ("forfeits", np.int64),  # 1 if an illegal suggestion loses the game
    ("knows", np.int64),  # 1 if moves without a suggestion are those of knowing playouts
    ("knowing", KNOWING),
    # working memory
    ("board", BOARD),
    ("counting", COUNTING),
    ("room", TREE, 2),
    ("trail", np.uint16, MOVES_A_POINT * MAX_AREA),
    ("made", np.int32, (2, N_POINTS)),  # by side and point, counted by `sample`
    ("made_and_won", np.int32, (2, N_POINTS)),
    ("margins", np.int16, N_SAMPLES),
    ("seen", np.int16, N_POINTS),
    ("owned", np.int32, N_POINTS),  # by point: games in which black owned it at the end, minus white's
]
TABLE = np.dtype((np.record, np.dtype(_TABLE, align=True)))  # the table of games; each core needs one


# -- a game ------------------------------------------------------------------------------------------------------------


@kernel
def is_legal(b, p):
    """True if the side to play may play `p`, a point or PASS. Simple ko is the only repetition that is checked."""
    return p == PASS or (b.color[p] == EMPTY and p != b.ko and breathes(b, p))


@kernel
def begin(table):
    """Set up the board for a game."""
    copy_to(table.board, table.start)
    table.knowing.last = table.knowing.before = PASS
    table.knowing.is_in_atari = 1  # unknown, so assume it


@kernel
def free_move(table, b, rng):
    """A move without a suggestion of a strategy: random, but never into its own eye, or a move of a knowing playout."""
    return knowing_move(b, table.knowing, rng) if table.knows else light_move(b, rng)


@kernel
def make(table, b, p):
    """Play the legal move `p`, without its hash. Only the knowing policy needs the prisoners, and its own state."""
    if not table.knows:
        put_or_pass(b, p)
        return
    w = table.knowing
    n_prisoners = b.prisoners[3 - b.to_play]
    play(b, p)
    w.n_taken = b.prisoners[b.to_play] - n_prisoners
    w.before = w.last
    w.last = p


@kernel
def said(tree, at, recalled):
    """The suggestion of a strategy at node `at`: the move recalled from its library, or else the move of its plan; NULL
    if there is none."""
    return recalled if recalled != NULL or at == END else tree.nodes[at]


@kernel
def play_game(table, first, second, rng):
    """Play a game between two strategies. Returns the margin of the side that moves first, with komi.

    Each side keeps following its strategy, even after an illegal suggestion was replaced by a free move.
    """
    b, law = table.board, table.law
    begin(table)
    limit = MOVES_A_POINT * np.int64(b.size_) * b.size_
    tree, waiting_tree = first, second
    at, waiting_at = opening(first), 0  # nodes of both strategies: side to play, other side
    recalled = np.uint16(NULL)  # answer to the last move in the library of the side to play
    n, n_guided = 0, 0
    while (at != END or waiting_at != END or law.library) and b.n_passes < 2 and n < limit:
        n += 1
        p = said(tree, at, recalled)
        if p != NULL and is_legal(b, p):
            n_guided = n
        elif p != NULL and table.forfeits:
            return 1.0 - 2.0 * (n % 2)  # the side that moves first has the odd moves
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
    # After two free passes only eyes are left; a pass that a strategy suggested may leave any position.
    margin = (end_margin(b) if n_guided + 2 <= n else count(b, False, table.counting)) - table.komi
    return margin if table.start.to_play == BLACK else -margin


# -- a step, as in section 3 -------------------------------------------------------------------------------------------


@kernel
def step(populations, drawn, threads, t, table):
    """Steps 2 to 5 of thread `t`, with the two individuals of each population that step 1 drew for it."""
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
        # 3. The individual with more wins is the winner; ties are broken at random.
        ahead = thread.wins[side, 0] - thread.wins[side, 1]
        if ahead == 0:
            ahead = 1 - 2 * np.int64(below(rng, np.uint32(2)))
        winner = 0 if ahead > 0 else 1
        thread.losers[side] = drawn[side, 2 * t + 1 - winner]
        # 4. The loser is replaced by a new individual: at the end of the round, by `replace`.
        breed(populations, side, thread, table)
        # 5. An individual that won all three games may become the champion.
        if thread.wins[side, winner] == 3 and uniform(rng) < table.renewal:
            copy_tree(thread.champions[side], populations[side, drawn[side, 2 * t + winner]])


@kernel
def breed(populations, side, thread, table):
    """Make `thread.children[side]` the crossover of two random individuals or a clone of one, possibly mutated."""
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
    """Step 1 of all threads: draw two individuals of each population for each thread, without replacement.

    `order[side]` are the numbers of all individuals in any order; its beginning is shuffled.
    """
    n = order.shape[1]
    for side in range(2):
        for i in range(drawn.shape[1]):
            k = i + below(rngs[0], np.uint32(n - i))
            order[side, i], order[side, k] = order[side, k], order[side, i]
            drawn[side, i] = order[side, i]


@kernel
def replace_losers(populations, thread):
    """Step 4 of a thread: its children replace the losers."""
    for side in range(2):
        copy_tree(populations[side, thread.losers[side]], thread.children[side])


@kernel
def run_steps(populations, drawn, threads, rngs, table, first, n_steps):
    """Make `n_steps` steps one by one; the first one has the number `first` in the run. The threads take turns."""
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
    """Play `n_rounds` rounds, together with all other cores that call this with the same `tickets`.

    A core takes the next ticket, which is a step of a thread in a round, and waits until that round has begun. The core
    that finishes the last step of a round ends it and begins the next.
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
    """Play `N_SAMPLES` playouts from the start. Count, for each side and move, the playouts in which the side made the
    move and those that it won; and store black's margins, without komi."""
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
            if table.seen[p] != k + 1:  # the first side to play there counts
                table.seen[p] = k + 1
                table.made[side, p] += 1
                table.made_and_won[side, p] += side == winner
    table.seen[:] = 0


@kernel
def suggestions(trees, side, line, tables, out):
    """Write to `out` the suggestion of each tree after the moves of `line`, when it is the side's turn. The first move
    of `line` belongs to the side that moves first. NULL means that there is no suggestion, or that the strategy would
    have played differently."""
    for i in range(len(trees)):
        out[i] = suggestion(trees[i], side, line, tables[0].law)


@kernel
def suggestion(tree, side, line, law):
    """The suggestion of a tree after the moves of `line`."""
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
    """Reduce each tree to its strategy for the game after the moves `mine` of the side that moves first and `theirs` of
    the other.

    `fits[i]` becomes True if strategy `i` agrees with these moves; other strategies stay unchanged.
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
            n_before = 2 * (1 - side)  # the side that moves first needs a root whose default is its next move
            n = end_of(tree, at) - at
            for k in range(n):
                tree.nodes[n_before + k] = tree.nodes[at + k]
            if side == 0:
                tree.nodes[1] = NULL
            tree.n = n_before + n


@kernel
def grow_where(populations, side, wanted, tables, rngs):
    """Grow the marked trees of a population again."""
    for i in range(populations.shape[1]):
        if wanted[i]:
            grow(populations[side, i], side, False, tables[0].law, rngs[0])


@kernel
def survey(populations, tables, rngs, n_games):
    """Let random individuals play `n_games` games. Adds the owner of each point at the end to `owned`. Returns the
    number of games that the side to move first won."""
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
    """The entry for Python: `n` rounds, a sample, or a survey of `n` games. Returns the result of the survey.

    They are one function because all of them play games: compiling the game three times would take two seconds.
    """
    if job == SAMPLE:
        sample(tables, rngs)
    elif job == SURVEY:
        return survey(populations, tables, rngs, n)
    else:
        run_rounds(populations, order, drawn, threads, rngs, tables, core, n, tickets)
    return 0

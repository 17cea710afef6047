"""The page Papers: every figure, what is printed and what we found side by side, and the command that makes it."""

import asyncio

from fastapi import HTTPException
from fastapi.responses import FileResponse
from nicegui import app, ui

from semeai.papers import PAPERS
from semeai.web.lab import Lab
from semeai.web.layout import frame
from semeai.web.missing import not_found
from semeai.web.paper_pages import ShownFigure, ShownPaper, find_picture, shown_papers
from semeai.web.parts import command_line


def register(lab: Lab) -> None:
    """Add the page, and its pictures."""

    @app.get("/figures/{key}/{name}.svg")
    def file(key: str, name: str) -> FileResponse:
        # Both names are looked up, never used as a path before that.
        known = key in PAPERS and name.replace("_", "").isalnum()
        path = find_picture(key, name, lab.settings.folder) if known else None
        if path is None:
            raise HTTPException(404, "no such figure")
        # An SVG file from the work folder may hold scripts. It is downloaded, never opened as a page of this server.
        headers = {"Cache-Control": "no-cache", "Content-Security-Policy": "sandbox; default-src 'none'"}
        return FileResponse(path, media_type="image/svg+xml", headers=headers, filename=f"{key}-{name}.svg")

    @ui.page("/papers/{key}/{name}")
    def figure_page(key: str, name: str) -> None:
        with frame("Papers"):
            if key in PAPERS and name.replace("_", "").isalnum() and find_picture(key, name, lab.settings.folder):
                with ui.element("div").classes("sheet"):
                    picture(key, name, f"{key}, {name}")
            else:
                not_found("There is no such figure.")
            ui.link("All papers", "/papers")

    @ui.page("/papers")
    async def page() -> None:
        with frame("Papers"):
            ui.html("<h1>Five papers</h1>", sanitize=False)
            ui.label("Five papers reproduced: original claims, our results, and how to rerun them.").classes("soft")
            place = ui.element("div").classes("papers")
            with place:
                waiting = ui.label("Looking for results …").classes("soft").props("role=status")
        await ui.context.client.connected()
        papers = await asyncio.to_thread(shown_papers, lab.settings.folder)
        waiting.delete()
        with place:
            _contents(papers)
            for paper in papers:
                _paper(paper)


def picture(key: str, name: str, title: str) -> None:
    """A figure as an image: as such, a drawing can neither run scripts nor load anything."""
    ui.element("img").props("loading=lazy").props.update(src=f"/figures/{key}/{name}.svg", alt=title)


def _contents(papers: list[ShownPaper]) -> None:
    with ui.element("nav").classes("row contents").props('aria-label="Papers"'):
        for paper in papers:
            ui.link(paper.key.capitalize(), f"#{paper.key}").classes("chip")


def _paper(paper: ShownPaper) -> None:
    with ui.element("section").classes("paper") as section:
        section.props["id"] = paper.key
        with ui.element("h2"):
            ui.label(paper.title)
        ui.label(f"{paper.authors} · {paper.summary}").classes("soft")
        if not paper.figures:
            ui.label(f"Here: {paper.state}.").classes("card")
        if paper.claims:
            with ui.element("div").classes("card claims"):
                ui.markdown(paper.claims, extras=["tables"]).classes("prose")
        for figure in paper.figures:
            _figure(paper, figure)


def _figure(paper: ShownPaper, figure: ShownFigure) -> None:
    with ui.element("article").classes("card stack figure"):
        with ui.element("h3"):
            ui.label(figure.title)
        if figure.picture:
            with ui.link(target=f"/papers/{paper.key}/{figure.name}").classes("sheet"):
                picture(paper.key, figure.name, figure.title)
        else:
            ui.label("Not generated yet. To create it, run:").classes("soft")
        command_line(figure.command)
        with ui.element("div").classes("beside"):
            for heading, words, kind in (("Paper", figure.printed, "printed"), ("Our results", figure.ours, "ours")):
                with ui.element("div").classes(kind):
                    with ui.element("h4"):
                        ui.label(heading)
                    if kind == "ours":
                        ui.markdown(words, extras=["tables"]).classes("prose")
                    else:
                        ui.label(words).classes("prose")

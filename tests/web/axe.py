"""Accessibility of a page, checked in the page by axe-core.

axe-core is a package of npm. `.ci/run` installs it with `npm install --prefix FOLDER axe-core`, where FOLDER is
`semeai-tests` in the user's cache folder. Without it, the tests that use it are skipped, or fail where
SEMEAI_REQUIRE_ALL is set.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import missing

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
"""tags of the rules that are checked: labels, roles, contrast"""


def violations(page: Any) -> list[str]:
    """The rules that the visible page breaks: "rule: selector of the element (advice)", one line per element.

    Animations are finished first, because text that fades in has too little contrast.
    """
    page.evaluate(_source())
    page.evaluate("() => document.getAnimations().forEach(a => { try { a.finish(); } catch { a.cancel(); } })")
    found = page.evaluate(
        """tags => axe.run(document, {runOnly: tags, resultTypes: ["violations"]}).then(result => result.violations
            .flatMap(rule => rule.nodes.map(node => [rule.id, node.target.join(" "), node.failureSummary])))""",
        list(RULES),
    )
    return [f"{rule}: {target} ({' '.join(advice.split())})" for rule, target, advice in found]


@cache
def _source() -> str:
    """The program of axe-core. Skips the test, or fails, if it is not installed."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "semeai-tests"
    path = folder / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text() if path.is_file() else missing("axe-core")

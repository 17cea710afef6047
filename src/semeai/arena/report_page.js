// The replay of a report: games are strings of letters, two for a move. No network, no libraries.
"use strict";
(() => {
  const games = JSON.parse(document.getElementById("games").textContent);
  const choice = document.getElementById("game");
  const board = document.getElementById("board");
  const said = document.getElementById("said");
  const slider = document.getElementById("move");
  const A = "a".charCodeAt(0);
  let game, at = 0, positions = [];

  const neighbors = (p, n) => {
    const found = [];
    if (p % n) found.push(p - 1);
    if (p % n < n - 1) found.push(p + 1);
    if (p >= n) found.push(p - n);
    if (p < n * n - n) found.push(p + n);
    return found;
  };
  // The chain of p if it has no liberties, or else nothing.
  const captured = (stones, p, n) => {
    const chain = new Set([p]), open = [p];
    while (open.length) {
      for (const q of neighbors(open.pop(), n)) {
        if (!stones[q]) return [];
        if (stones[q] === stones[p] && !chain.has(q)) { chain.add(q); open.push(q); }
      }
    }
    return [...chain];
  };
  const play = (stones, color, p, n) => {
    const next = stones.slice();
    if (p < 0) return next;
    next[p] = color;
    for (const q of neighbors(p, n)) if (next[q] && next[q] !== color) for (const r of captured(next, q, n)) next[r] = 0;
    for (const r of captured(next, p, n)) next[r] = 0;
    return next;
  };
  const vertex = (p, n) => (p < 0 ? "pass" : "ABCDEFGHJKLMNOPQRST"[p % n] + (n - Math.floor(p / n)));
  const points = (text, n) => {
    const found = [];
    for (let i = 0; i + 1 < text.length; i += 2)
      found.push(text[i] === "-" ? -1 : text.charCodeAt(i) - A + n * (text.charCodeAt(i + 1) - A));
    return found;
  };

  const load = (i) => {
    game = games[i];
    const n = game.size;
    let stones = new Array(n * n).fill(0);
    for (const p of points(game.black, n)) stones[p] = 1;
    for (const p of points(game.white, n)) stones[p] = 2;
    game.points = points(game.moves, n);
    positions = [stones];
    game.points.forEach((p, k) => {
      const color = (k + game.first) % 2 ? 2 : 1;
      stones = play(stones, color, p, n);
      positions.push(stones);
    });
    slider.max = game.points.length;
    show(game.points.length);
  };
  const show = (k) => {
    at = Math.max(0, Math.min(k, game.points.length));
    const n = game.size, cell = 24, side = (n + 1) * cell, parts = [];
    const x = (p) => cell * (1 + (p % n)), y = (p) => cell * (1 + Math.floor(p / n));
    for (let i = 1; i <= n; i++)
      parts.push(`<path d="M${cell} ${cell * i}H${cell * n}M${cell * i} ${cell}V${cell * n}" stroke="#5a4628"/>`);
    positions[at].forEach((color, p) => {
      if (color) parts.push(`<circle cx="${x(p)}" cy="${y(p)}" r="11" fill="${color === 1 ? "#111" : "#fff"}" stroke="#111"/>`);
    });
    const last = at ? game.points[at - 1] : -1;
    if (last >= 0 && positions[at][last])
      parts.push(`<circle cx="${x(last)}" cy="${y(last)}" r="5" fill="none" stroke="${positions[at][last] === 1 ? "#fff" : "#111"}" stroke-width="2"/>`);
    const color = at ? ((at - 1 + game.first) % 2 ? "white" : "black") : "";
    const text = at ? `Move ${at} of ${game.points.length}: ${color} ${vertex(last, n)}` : `Start, ${game.points.length} moves`;
    board.innerHTML = `<svg viewBox="0 0 ${side} ${side}" role="img" aria-label="${text}"><rect width="${side}" height="${side}" fill="#e0b26c"/>${parts.join("")}</svg>`;
    said.textContent = at === game.points.length ? `${text}. ${game.result}` : text;
    slider.value = at;
  };

  const keys = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, PageUp: () => at - 10, PageDown: () => at + 10,
    Home: () => 0, End: () => game.points.length };
  board.addEventListener("keydown", (event) => {
    if (event.key in keys) { show(keys[event.key]()); event.preventDefault(); }
  });
  for (const button of document.querySelectorAll("button[data-key]"))
    button.addEventListener("click", () => show(keys[button.dataset.key]()));
  slider.addEventListener("input", () => show(Number(slider.value)));
  choice.addEventListener("change", () => load(choice.selectedIndex));
  if (games.length) load(0);
})();

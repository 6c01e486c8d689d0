"use strict";

// Each player's points in a position, and where they come from.

class Points {
  constructor(data) {
    this.data = data;
  }

  open(game) {
    const names = game.names.map((name, seat) =>
      make("th", { scope: "col", class: `seat-${seat}` }, make("i", { class: "dot" }), nameNode(name)),
    );
    byId("points-head").replaceChildren(make("tr", {}, make("td"), ...names));
    this.cells = this.data.parts.map((part) => game.names.map((_, seat) => this.cell(part, seat)));
    const rows = this.data.parts.map((part, at) =>
      make("tr", {}, make("th", { scope: "row" }, part), ...this.cells[at]),
    );
    rows.at(-1).className = "total";
    byId("points-list").replaceChildren(rows.at(-1), ...rows.slice(0, -1));
    this.most = Math.max(1, ...game.frames.flatMap((frame) => this.data.scores[frame.scores].map((s) => s.at(-1))));
  }

  cell(part, seat) {
    const rail = make("div", { class: "rail" }, make("i", { class: "bar" }));
    return make("td", { class: `measure seat-${seat}` }, make("span"), rail);
  }

  show(scores) {
    this.cells.forEach((row, part) => {
      row.forEach((cell, seat) => {
        const points = scores[seat][part];
        cell.querySelector("span").textContent = pointsText(points);
        cell.classList.toggle("none", points === 0);
        cell.querySelector(".bar").style.width = `${(100 * Math.max(points, 0)) / this.most}%`;
      });
    });
  }
}

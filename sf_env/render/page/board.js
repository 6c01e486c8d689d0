"use strict";

// The panels of a position, drawn from tiles that are defined once.

const OF_SEAT = /-(\d)$/; // the names of panels that belong to a seat

class Board {
  constructor(data) {
    this.data = data;
    this.root = byId("board");
    this.panels = new Map(); // by name: its picture, and the pieces that it shows
    this.defineTiles();
  }

  // The text of tiles was written and escaped by sf_env; as XML no script in it could run.
  defineTiles() {
    const groups = this.data.tiles.map((tile, at) => `<g id="tile-${at}">${tile}</g>`);
    const text = `<svg xmlns="${SVG}"><defs>${groups.join("")}</defs></svg>`;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const root = document.adoptNode(parsed.documentElement);
    root.classList.add("tiles");
    root.setAttribute("aria-hidden", "true");
    document.body.append(root);
  }

  open(game) {
    for (const { svg } of this.panels.values()) {
      svg.remove();
    }
    this.panels.clear();
    this.root.dataset.players = game.names.length;
    for (const number of game.frames[0].panels) {
      const { name } = this.data.panels[number];
      const [width, height] = this.data.sizes[name];
      const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "panel" });
      svg.dataset.name = name;
      this.root.append(svg);
      this.panels.set(name, { svg, shown: new Set(), number: -1 });
    }
  }

  // New pieces are marked where a step leads on, so that the eye finds what has changed.
  show(frame, stepped) {
    for (const number of frame.panels) {
      this.showPanel(number, stepped);
    }
    this.root.querySelectorAll(".happened").forEach((node) => node.remove());
    frame.events.forEach((event) => this.mark(event));
  }

  showPanel(number, stepped) {
    const { name, pieces } = this.data.panels[number];
    const panel = this.panels.get(name);
    if (panel.number === number) {
      return;
    }
    const nodes = pieces.map((piece) => {
      const node = this.piece(piece);
      if (stepped && !panel.shown.has(piece)) {
        node.classList.add("new");
      }
      return node;
    });
    panel.svg.replaceChildren(...nodes, ...this.line(name));
    panel.svg.setAttribute("aria-label", this.label(number));
    panel.shown = new Set(pieces);
    panel.number = number;
  }

  // What a panel shows, in words.
  label(number) {
    return this.data.panels[number].label.map((phrase) => this.data.phrases[phrase]).join("; ");
  }

  // Under a player's name the line that the chart draws for them.
  line(name) {
    const seat = OF_SEAT.exec(name)?.[1];
    return seat ? [draw("path", { d: "M30 32h64", class: `curve seat-${seat}` })] : [];
  }

  piece(number) {
    const [tile, x, y, scale] = this.data.pieces[number];
    return this.tile(tile, x, y, scale);
  }

  tile(number, x, y, scale = 1) {
    const size = scale === 1 ? "" : ` scale(${scale})`;
    return draw("use", { href: `#tile-${number}`, transform: `translate(${x} ${y})${size}` });
  }

  icon({ tile, size }) {
    const half = size / 2;
    const box = `${-half} ${-half} ${size} ${size}`;
    const svg = draw("svg", { viewBox: box, class: "icon", "aria-hidden": "true" });
    svg.append(this.tile(tile, 0, 0));
    return svg;
  }

  mark(event) {
    for (const spot of event.spots) {
      this.frame(spot, `happened ${event.kind}`);
    }
  }

  frame(spot, classes) {
    const panel = this.panels.get(this.data.spots[spot]?.[0]);
    if (panel) {
      const moved = this.data.panels[panel.number].spots ?? {};
      const [, x, y, width, height, corners] = moved[spot] ?? this.data.spots[spot];
      panel.svg.append(
        corners
          ? draw("polygon", { points: corners, class: classes })
          : draw("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 8, class: classes }),
      );
    }
  }

  // Frames what a choice is about.
  point(spot) {
    this.frame(spot, "pointed");
  }

  unpoint() {
    this.root.querySelectorAll(".pointed").forEach((node) => node.remove());
  }
}

// Where there is room for the panel of only one seat, tabs choose which; "follow" shows where
// something happens.
class Tabs {
  constructor(board) {
    this.board = board;
    this.root = byId("tabs");
    this.pinned = null;
  }

  open(game) {
    this.pinned = null;
    this.buttons = game.names.map((name, seat) => {
      const points = make("b");
      const button = make("button", { class: `tab seat-${seat}`, "aria-pressed": "false" });
      button.append(nameNode(name), make("i", { class: "dot" }), points);
      button.addEventListener("click", () => this.pin(seat));
      return button;
    });
    this.follow = make("button", { class: "tab follow", "aria-pressed": "true" }, "follow");
    this.follow.title = "Show the player who is affected";
    this.follow.addEventListener("click", () => this.pin(null));
    this.root.replaceChildren(...this.buttons, this.follow);
  }

  pin(seat) {
    this.pinned = seat;
    this.choose(seat ?? this.actor);
  }

  show(scores, actor) {
    this.actor = actor;
    this.buttons.forEach((button, seat) => {
      button.querySelector("b").textContent = pointsText(scores[seat].at(-1));
    });
    this.choose(this.pinned ?? actor);
  }

  choose(seat) {
    this.follow.setAttribute("aria-pressed", String(this.pinned === null));
    this.buttons.forEach((button, at) => {
      button.setAttribute("aria-pressed", String(at === seat));
    });
    for (const [name, { svg }] of this.board.panels) {
      const owner = OF_SEAT.exec(name)?.[1];
      svg.classList.toggle("aside", owner !== undefined && Number(owner) !== seat);
    }
  }
}

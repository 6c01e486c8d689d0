"use strict";

// Points, those of one kind, or chances to win, over the decisions of a game; under them what
// happened, seat by seat.

const EDGE = { left: 44, right: 12, top: 10, axis: 18, lane: 20 };
const HEIGHT = 138;
const TOTAL = "total";
const CHANCE = "chance";
const SIGN_WIDTH = 13;
const SAMPLE = 28; // of a line

class Chart {
  constructor(data, board, onGo) {
    this.data = data;
    this.board = board;
    this.onGo = onGo;
    this.plot = byId("plot");
    this.tip = byId("tip");
    this.measure = TOTAL;
    this.wide = matchMedia("(min-width: 1080px)");
    this.connect();
  }

  open(game) {
    this.game = game;
    this.settle();
    this.last = game.frames.length - 1;
    const thoughtful = game.thoughts.some((thought) => thought !== null);
    if (!thoughtful && this.measure === CHANCE) {
      this.measure = TOTAL;
    }
    this.offer(thoughtful);
    const names = game.names.map((name, seat) =>
      make("li", {}, this.sample(seat), nameNode(name)),
    );
    byId("legend").replaceChildren(...names);
    this.redraw();
  }

  // A short piece of a player's line, as it is in the chart.
  sample(seat) {
    const curve = draw("line", { class: `curve seat-${seat}`, x1: 0, x2: SAMPLE, y1: 5, y2: 5 });
    return draw("svg", { class: "sample", width: SAMPLE, height: 10 }, curve);
  }

  // What there is to be shown: all points, those of each kind, chances if somebody has thought.
  offer(thoughtful) {
    const kinds = this.data.parts.slice(0, -1).map((part) => [part, part]);
    const offers = [[TOTAL, "all points"], ...kinds, ...(thoughtful ? [[CHANCE, "chance to win"]] : [])];
    byId("measure").replaceChildren(...offers.map(([value, words]) => make("option", { value }, words)));
    byId("measure").value = this.measure;
  }

  get title() {
    if (this.measure === CHANCE) {
      return "Chance to win over time";
    }
    return this.measure === TOTAL ? "Points over time" : `Points over time: ${this.measure}`;
  }

  text(value) {
    return this.measure === CHANCE ? percent(value) : pointsText(value);
  }

  // Some boards leave room for the chart on wide windows; else it has a place of its own.
  settle() {
    this.beside = this.wide.matches && this.data.chart_on_board.includes(this.game.names.length);
    const chart = byId("chart");
    if (this.beside) {
      byId("board").append(chart);
    } else {
      byId("choices").after(chart);
    }
  }

  // Each line is a list of [decision, value]; of points the mean over whose turn it might be.
  lines() {
    const { frames, thoughts, names } = this.game;
    if (this.measure !== CHANCE) {
      const part = this.data.parts.indexOf(this.measure);
      return names.map((_, seat) =>
        frames.map((frame, at) => [at, this.data.scores[frame.level][seat][part]]),
      );
    }
    return names.map((_, seat) =>
      thoughts.flatMap((one, at) => (one && frames[at].seat === seat ? [[at, one.chance]] : [])),
    );
  }

  redraw() {
    byId("chart-title").textContent = this.title;
    const lines = this.lines();
    this.scale(lines);
    const height = this.bottom + EDGE.axis + EDGE.lane * this.game.names.length + 4;
    const svg = draw("svg", {
      viewBox: `0 0 ${this.width} ${height}`,
      height,
      role: "img",
      "aria-label": this.summary(lines),
    });
    this.cursor = draw("line", { class: "cursor", y1: EDGE.top, y2: height - 2 });
    svg.append(...this.grid(), ...this.turns(), ...this.lanes(), ...lines.map((line, seat) => this.line(line, seat)));
    svg.append(this.cursor);
    this.plot.replaceChildren(svg);
    this.svg = svg;
    if (this.at !== undefined) {
      this.show(Math.min(this.at, this.last));
    }
  }

  scale(lines) {
    const values = lines.flat().map(([, value]) => value);
    const points = this.measure !== CHANCE;
    this.width = Math.max(this.plot.clientWidth, 240);
    this.height = this.beside ? clamp(0.55 * this.width, HEIGHT, 260) : HEIGHT;
    this.bottom = EDGE.top + this.height;
    this.low = points ? Math.floor(Math.min(0, ...values)) : 0;
    this.high = points ? Math.max(this.measure === TOTAL ? 5 : 2, Math.ceil(Math.max(...values))) : 1;
  }

  x(at) {
    const wide = this.width - EDGE.left - EDGE.right;
    return EDGE.left + (wide * at) / Math.max(this.last, 1);
  }

  y(value) {
    return this.bottom - (this.height * (value - this.low)) / (this.high - this.low);
  }

  grid() {
    const range = this.high - this.low;
    const step = this.measure === CHANCE ? 0.25 : ([1, 2, 5, 10, 20, 50].find((size) => range / size < 8) ?? 100);
    const nodes = [];
    for (let value = Math.ceil(this.low / step) * step; value <= this.high; value += step) {
      const y = this.y(value);
      const line = { x1: EDGE.left, x2: this.width - EDGE.right, y1: y, y2: y };
      const text = this.text(value);
      nodes.push(draw("line", { ...line, class: value === 0 ? "zero" : "rule" }));
      nodes.push(draw("text", { x: EDGE.left - 6, y: y + 4, class: "scale" }, text));
    }
    return nodes;
  }

  turns() {
    const turns = this.game.frames.at(-1).turn;
    const most = Math.max(2, Math.floor(this.width / 70));
    const step = [1, 2, 5, 10, 20, 50, 100].find((size) => turns / size <= most) ?? 200;
    const nodes = [];
    this.game.frames.forEach((frame, at) => {
      const first = at === 0 || this.game.frames[at - 1].turn !== frame.turn;
      if (first && frame.turn % step === 0) {
        const word = frame.turn === 0 ? "turn 0" : frame.turn;
        nodes.push(draw("line", { x1: this.x(at), x2: this.x(at), y1: this.bottom, y2: this.bottom + 4, class: "zero" }));
        nodes.push(draw("text", { x: this.x(at), y: this.bottom + 15, class: "turn" }, `${word}`));
      }
    });
    return nodes;
  }

  lanes() {
    return this.game.names.flatMap((_, seat) => {
      const y = this.bottom + EDGE.axis + EDGE.lane * (seat + 0.5);
      const line = { x1: EDGE.left, x2: this.width - EDGE.right, y1: y, y2: y };
      const whose = { x1: EDGE.left - SAMPLE - 8, x2: EDGE.left - 8, y1: y, y2: y, class: `curve seat-${seat}` };
      return [draw("line", { ...line, class: "rule" }), draw("line", whose), ...this.happenings(seat, y)];
    });
  }

  // What happens often is a stroke, taller where more happened; the rest are signs.
  happenings(seat, y) {
    const strokes = [];
    const signs = [];
    this.game.frames.forEach((frame, at) => {
      for (const event of frame.events.filter((one) => one.seat === seat)) {
        const sign = this.data.signs[event.kind];
        if (sign?.strokes) {
          const tall = Math.min(3 + 2 * event.spots.length, 9);
          strokes.push(draw("line", { x1: this.x(at), x2: this.x(at), y1: y - tall, y2: y + tall, class: "stroke" }));
        } else if (sign?.chart) {
          signs.push({ sign, x: this.x(at) });
        }
      }
    });
    this.spread(signs);
    return [...strokes, ...signs.flatMap(({ sign, x }) => this.sign(sign, x, y))];
  }

  // Side by side, each as near to its decision as there is room.
  spread(signs) {
    let free = 0;
    for (const sign of signs) {
      sign.x = Math.max(sign.x, free);
      free = sign.x + SIGN_WIDTH;
    }
    let last = this.width - SIGN_WIDTH / 2;
    for (const sign of signs.reverse()) {
      sign.x = Math.min(sign.x, last);
      last = sign.x - SIGN_WIDTH;
    }
  }

  sign({ tile, chart }, x, y) {
    const ground = { x: x - SIGN_WIDTH / 2, y: y - 9.5, width: SIGN_WIDTH, height: 18, rx: 5, class: "ground" };
    return [draw("rect", ground), this.board.tile(tile, x, y, chart)];
  }

  line(points, seat) {
    const steps = points.map(([at, value], number) => {
      const x = this.x(at).toFixed(1);
      const y = this.y(value).toFixed(1);
      return number === 0 ? `M${x} ${y}` : this.measure !== CHANCE ? `H${x}V${y}` : `L${x} ${y}`;
    });
    return draw("path", { d: steps.join(""), class: `curve seat-${seat}` });
  }

  summary(lines) {
    const last = lines.map((line) => (line.length ? this.text(line.at(-1)[1]) : "–"));
    const ends = this.game.names.map((name, seat) => `${name} ${last[seat]}`);
    return `${this.title}; at the end ${ends.join(", ")}`;
  }

  show(at) {
    this.at = at;
    this.cursor.setAttribute("x1", this.x(at));
    this.cursor.setAttribute("x2", this.x(at));
  }

  decisionAt(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) * this.width) / box.width;
    const wide = this.width - EDGE.left - EDGE.right;
    return clamp(Math.round(((x - EDGE.left) * this.last) / wide), 0, this.last);
  }

  showTip(event) {
    const at = this.decisionAt(event);
    const frame = this.game.frames[at];
    const scores = this.data.scores[frame.scores];
    const rows = this.game.names.map((name, seat) =>
      make("li", { class: `seat-${seat}` }, make("i", { class: "dot" }), `${name} ${this.parts(scores[seat])}`),
    );
    const events = frame.events.map((one) => make("li", { class: "event" }, one.text));
    const head = make("b", {}, `Turn ${frame.turn}, decision ${at}`);
    this.tip.replaceChildren(head, make("ul", {}, ...rows, ...events));
    this.placeTip(at);
  }

  // Below the curves, or above them where the controls would cover it.
  placeTip(at) {
    this.tip.hidden = false;
    const { offsetWidth, offsetHeight } = this.tip;
    const room = this.plot.parentElement.clientWidth - offsetWidth - 8;
    const left = clamp(this.x(at) - offsetWidth / 2, 8, Math.max(room, 8));
    const below = this.bottom + EDGE.axis;
    const end = this.plot.getBoundingClientRect().top + below + offsetHeight;
    const free = end < document.querySelector("footer").getBoundingClientRect().top;
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${this.plot.offsetTop + (free ? below : -offsetHeight)}px`;
  }

  parts(points) {
    const total = pointsText(points.at(-1));
    const parts = this.data.parts
      .slice(0, -1)
      .flatMap((part, at) => (points[at] ? [`${part} ${pointsText(points[at])}`] : []));
    return parts.length ? `${total}: ${parts.join(", ")}` : total;
  }

  connect() {
    this.plot.addEventListener("pointermove", (event) => {
      this.showTip(event);
      if (event.buttons === 1) {
        this.onGo(this.decisionAt(event));
      }
    });
    this.plot.addEventListener("pointerdown", (event) => {
      this.showTip(event);
      this.onGo(this.decisionAt(event));
    });
    this.plot.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
    });
    byId("measure").addEventListener("change", () => {
      this.measure = byId("measure").value;
      this.redraw();
    });
    this.wide.addEventListener("change", () => this.settle());
    new ResizeObserver(() => {
      if (this.game && Math.abs(this.plot.clientWidth - this.width) > 1) {
        this.redraw();
      }
    }).observe(this.plot);
  }
}

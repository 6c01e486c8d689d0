"use strict";

// The place in a game: sliders, buttons, keys, and playing by itself.

const PACE = { decision: 900, turn: 1800 }; // milliseconds at speed 1

class Player {
  constructor(onShow) {
    this.onShow = onShow;
    this.timer = null;
    this.connect();
  }

  open(game, at) {
    this.pause();
    this.game = game;
    this.starts = []; // the first position of each turn
    game.frames.forEach((frame, number) => {
      this.starts[frame.turn] ??= number;
    });
    byId("decision").max = this.last;
    byId("turn").max = this.starts.length - 1;
    this.at = null;
    this.go(at);
  }

  get last() {
    return this.game.frames.length - 1;
  }

  go(at) {
    if (at === this.at) {
      return;
    }
    const stepped = this.at !== null && at > this.at && at <= this.following("turn");
    this.at = at;
    this.showPlace();
    this.onShow(at, stepped);
  }

  // Where the next decision or turn begins; the end of the game ends the last turn.
  following(unit) {
    if (unit === "decision") {
      return Math.min(this.at + 1, this.last);
    }
    return this.starts[this.turn + 1] ?? this.last;
  }

  preceding(unit) {
    if (unit === "decision") {
      return Math.max(this.at - 1, 0);
    }
    const start = this.starts[this.turn];
    return start < this.at ? start : (this.starts[this.turn - 1] ?? 0);
  }

  get turn() {
    return this.game.frames[this.at].turn;
  }

  showPlace() {
    const turns = this.starts.length - 1;
    const decisions = `${this.at} of ${this.last}`;
    const turn = `${this.turn} of ${turns}`;
    this.showSlider("decision", this.at, decisions);
    this.showSlider("turn", this.turn, turn);
    for (const id of ["first", "turn-before", "before"]) {
      byId(id).disabled = this.at === 0;
    }
    for (const id of ["last", "turn-after", "after"]) {
      byId(id).disabled = this.at === this.last;
    }
  }

  showSlider(id, value, words) {
    byId(id).value = value;
    byId(id).setAttribute("aria-valuetext", words);
    byId(`${id}-at`).textContent = words.replace(" of ", " / ");
  }

  toggle() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.at === this.last) {
      this.go(0);
    }
    this.showPlaying(true);
    this.schedule();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  schedule() {
    const [unit, speed] = byId("speed").value.split(" ");
    this.timer = setTimeout(() => {
      this.go(this.following(unit));
      if (this.at === this.last) {
        this.pause();
      } else {
        this.schedule();
      }
    }, PACE[unit] / Number(speed));
  }

  showPlaying(playing) {
    byId("play").classList.toggle("playing", playing);
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    byId("said").setAttribute("aria-live", playing ? "off" : "polite");
  }

  // By hand, which stops the playing.
  move(at) {
    this.pause();
    this.go(at);
  }

  connect() {
    const ways = {
      first: () => this.move(0),
      "turn-before": () => this.move(this.preceding("turn")),
      before: () => this.move(this.preceding("decision")),
      play: () => this.toggle(),
      after: () => this.move(this.following("decision")),
      "turn-after": () => this.move(this.following("turn")),
      last: () => this.move(this.last),
    };
    for (const [id, way] of Object.entries(ways)) {
      byId(id).addEventListener("click", way);
    }
    byId("decision").addEventListener("input", (event) => this.move(Number(event.target.value)));
    byId("turn").addEventListener("input", (event) => this.move(this.starts[event.target.value]));
    this.ways = ways;
  }
}

const KEYS = {
  ArrowLeft: "before",
  ArrowRight: "after",
  "Shift ArrowLeft": "turn-before",
  "Shift ArrowRight": "turn-after",
  Home: "first",
  End: "last",
  " ": "play",
};

// What a key is for, or nothing where a control needs the key itself.
function keyMeaning(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("keys").open) {
    return null;
  }
  const control = event.target.closest?.("button, select, a")?.tagName;
  if (control === "SELECT" || (control === "BUTTON" && event.key === " ")) {
    return null;
  }
  const moved = event.shiftKey && event.key.startsWith("Arrow");
  if (event.target.id === "turn" && !moved && event.key.startsWith("Arrow")) {
    return null;
  }
  return KEYS[moved ? `Shift ${event.key}` : event.key] ?? null;
}

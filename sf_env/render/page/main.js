"use strict";

// The page: one game at a time, one position at a time.

class Page {
  constructor(data) {
    this.data = data;
    this.board = new Board(data);
    this.tabs = new Tabs(this.board);
    this.moment = new Moment(this.board);
    this.points = new Points(data);
    this.player = new Player((at, stepped) => this.show(at, stepped));
    this.choices = new Choices(data, this.board, () => this.player.ways.after());
    this.seats = new Seats(() => this.open(this.number, this.player.at));
    this.chart = new Chart(data, this.board, (at) => this.player.move(at));
    this.fillChooser();
    this.connect();
    this.openAddress();
  }

  fillChooser() {
    const options = this.data.games.map((game, number) =>
      make("option", { value: number }, `${number + 1}. ${game.names.join(" – ")}: ${game.result}`),
    );
    byId("game").replaceChildren(...options);
    byId("chooser").hidden = options.length < 2;
  }

  open(number, at) {
    this.number = number;
    this.seats.open(this.data.games[number]);
    this.game = this.seats.seen(this.data.games[number]);
    const names = this.game.names.join(" – ");
    document.title = `${names}: ${this.data.game}`;
    byId("title").textContent = names;
    byId("facts").textContent = `${this.game.result}. ${this.game.facts}.`;
    byId("game").value = number;
    byId("game-before").disabled = number === 0;
    byId("game-after").disabled = number === this.data.games.length - 1;
    for (const part of [this.board, this.tabs, this.moment, this.points, this.chart]) {
      part.open(this.game);
    }
    this.player.open(this.game, at);
  }

  show(at, stepped) {
    const frame = this.game.frames[at];
    const scores = this.data.scores[frame.scores];
    const actor = at > 0 ? this.game.frames[at - 1].seat : frame.seat;
    this.board.unpoint();
    this.board.show(frame, stepped);
    this.tabs.show(scores, actor);
    this.moment.show(this.game, at);
    this.choices.show(this.game, at);
    this.points.show(scores);
    this.chart.show(at);
    this.keepAddress();
  }

  turnTo(number) {
    if (number >= 0 && number < this.data.games.length && number !== this.number) {
      this.open(number, 0);
    }
  }

  connect() {
    byId("game").addEventListener("change", (event) => this.turnTo(Number(event.target.value)));
    byId("game-before").addEventListener("click", () => this.turnTo(this.number - 1));
    byId("game-after").addEventListener("click", () => this.turnTo(this.number + 1));
    byId("help").addEventListener("click", () => this.help());
    window.addEventListener("hashchange", () => this.openAddress());
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    const meaning = keyMeaning(event);
    if (meaning !== null) {
      event.preventDefault();
      this.player.ways[meaning]();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !byId("keys").open) {
      this.onLetter(event);
    }
  }

  onLetter(event) {
    if (event.target.tagName === "SELECT") {
      return;
    }
    if (event.key === "n" || event.key === "p") {
      this.turnTo(this.number + (event.key === "n" ? 1 : -1));
    } else if (event.key === "s") {
      this.seats.next(this.data.games[this.number]);
    } else if (event.key === "?") {
      this.help();
    }
  }

  help() {
    byId("keys").showModal();
    byId("keys-title").focus(); // it would begin where the first button is, at its end
  }

  // The address holds game, decision and seat, "#game=2&at=57&seat=0", so that a reload finds them
  // again.
  openAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const number = whole(given.get("game"), 1, this.data.games.length) - 1;
    const at = whole(given.get("at") ?? String(this.data.at), 0, this.data.games[number].actions.length);
    const seats = this.data.games[number].views?.length ?? 0;
    const seat = given.has("seat") && seats ? whole(given.get("seat"), 0, seats - 1) : null;
    if (number !== this.number || at !== this.player.at || seat !== this.seats.seat) {
      this.seats.seat = seat;
      this.open(number, at);
    }
  }

  // Not at every step: browsers limit the changes. A page inside another has no address.
  keepAddress() {
    clearTimeout(this.keeper);
    if (location.protocol === "about:") {
      return;
    }
    this.keeper = setTimeout(() => {
      const seat = this.seats.seat === null ? "" : `&seat=${this.seats.seat}`;
      history.replaceState(null, "", `#game=${this.number + 1}&at=${this.player.at}${seat}`);
    }, 400);
  }
}

function whole(text, low, high) {
  return text !== null && /^\d{1,9}$/.test(text) ? clamp(Number(text), low, high) : low;
}

new Page(JSON.parse(byId("replay-data").textContent));

"use strict";

// What could be done in a position, what was done, and what an agent thought of it.

class Choices {
  constructor(data, board, onPlay) {
    this.data = data;
    this.board = board;
    this.onPlay = onPlay;
    this.list = byId("choices-list");
  }

  show(game, at) {
    const frame = game.frames[at];
    const thought = game.thoughts[at] ?? null;
    byId("choices-title").textContent = this.question(frame);
    this.showAdvice(thought, game.names[frame.seat]);
    this.showHead(thought);
    const focused = this.list.contains(document.activeElement);
    const rows = this.ordered(frame, thought).map((one) => this.row(one, game, at, thought));
    this.list.replaceChildren(...rows);
    byId("choices-scroll").hidden = rows.length === 0;
    this.reveal(this.list.querySelector(".played"), focused);
  }

  // What there is to decide, as the panel for it says.
  question(frame) {
    const { panels, question } = this.data;
    return this.board.label(frame.panels.find((number) => panels[number].name === question));
  }

  reveal(played, focused) {
    const box = byId("choices-scroll");
    const hidden = played && played.offsetTop + played.offsetHeight > box.clientHeight + 2;
    box.scrollTop = hidden ? played.offsetTop - box.clientHeight / 2 : 0;
    if (focused) {
      played?.querySelector("button").focus({ preventScroll: true });
    }
  }

  showAdvice(thought, name) {
    const advice = byId("advice");
    advice.hidden = thought === null;
    if (thought !== null) {
      const wins = make("b", {}, percent(thought.chance));
      advice.replaceChildren(`${thought.agent} thinks: ${name} wins with `, wins);
    }
  }

  showHead(thought) {
    const names = thought === null ? [] : ["Choice", "Share", "Wins"];
    const cells = names.map((name) => make("th", { scope: "col" }, name));
    byId("choices-head").replaceChildren(make("tr", {}, ...cells));
  }

  // With an agent's thoughts the best comes first.
  ordered(frame, thought) {
    const found = new Map((thought?.choices ?? []).map((choice) => [choice[0], choice]));
    const all = frame.legal.map((action) => found.get(action) ?? [action, null, null]);
    return thought === null ? all : all.sort((one, other) => (other[1] ?? -1) - (one[1] ?? -1));
  }

  row([action, share, chance], game, at, thought) {
    const played = game.actions[at] === action;
    const frame = game.frames[at];
    const [offer, spot] = this.data.offers[frame.offers[frame.legal.indexOf(action)]];
    const row = make("tr", { class: played ? "played" : "" });
    row.append(make("td", {}, this.named(this.data.actions[action], offer, played)));
    if (thought !== null) {
      row.append(this.measure(share, "share"), this.measure(chance, "wins"));
    }
    row.addEventListener("pointerenter", () => this.board.point(spot));
    row.addEventListener("pointerleave", () => this.board.unpoint());
    return row;
  }

  named(name, offer, played) {
    const words = [make("span", { class: "name" }, name)];
    if (played) {
      words.push(make("span", { class: "tag" }, "played"));
    }
    words.push(make("span", { class: "offer" }, offer));
    if (!played) {
      return make("div", { class: "choice" }, ...words);
    }
    const button = make("button", { class: "choice", title: "Show the result" }, ...words);
    button.addEventListener("click", this.onPlay);
    return button;
  }

  measure(part, kind) {
    const cell = make("td", { class: `measure ${kind}` });
    if (part !== null) {
      const bar = make("i", { class: "bar" });
      bar.style.width = `${100 * part}%`;
      cell.append(make("span", {}, percent(part)), make("div", { class: "rail" }, bar));
    }
    return cell;
  }
}

"use strict";

// What has just happened, in words.

class Moment {
  constructor(board) {
    this.board = board;
  }

  open(game) {
    const notes = byId("notes");
    notes.hidden = game.notes.length === 0;
    notes.textContent = game.notes.join("; ");
  }

  show(game, at) {
    const frame = game.frames[at];
    const turns = game.frames.at(-1).turn;
    byId("where").textContent =
      `Turn ${frame.turn} of ${turns}, decision ${at} of ${game.actions.length}`;
    byId("said").textContent = `${frame.text}.`;
    byId("events").replaceChildren(...frame.events.map((event) => this.chip(event)));
  }

  chip(event) {
    const sign = this.board.data.signs[event.kind];
    const icon = sign ? [this.board.icon(sign)] : [];
    return make("li", { class: `chip ${event.kind}` }, ...icon, make("span", {}, event.text));
  }
}

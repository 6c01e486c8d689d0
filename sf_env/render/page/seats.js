"use strict";

// From whose seat a game is shown: everything, or what one seat knew at that time. Only games with
// secrets have a choice.

class Seats {
  constructor(onSee) {
    this.onSee = onSee;
    this.select = byId("seat");
    this.seat = null; // everything
    this.select.addEventListener("change", () => this.see(this.chosen));
  }

  get chosen() {
    return this.select.value === "" ? null : Number(this.select.value);
  }

  // Offer the seats of a game, and keep the chosen one if it has it.
  open(game) {
    const known = (game.views ?? []).map((_, seat) => [seat, `what ${game.names[seat]} knew`]);
    const offers = [["", "everything"], ...known];
    this.select.replaceChildren(...offers.map(([value, words]) => make("option", { value }, words)));
    this.seat = this.seat !== null && this.seat < known.length ? this.seat : null;
    this.select.value = this.seat ?? "";
    for (const node of document.querySelectorAll(".seats")) {
      node.hidden = known.length === 0;
    }
  }

  see(seat) {
    this.seat = seat;
    this.onSee();
  }

  // The next seat, and after the last one everything.
  next(game) {
    const seats = game.views?.length ?? 0;
    if (seats) {
      const next = (this.seat ?? -1) + 1;
      this.see(next < seats ? next : null);
    }
  }

  // The game as the chosen seat saw it.
  seen(game) {
    return this.seat === null ? game : merged(game, game.views[this.seat]);
  }
}

// Put the differences of a seat's view into a game.
function merged(game, { frames, actions, thoughts, ...rest }) {
  return {
    ...game,
    ...rest,
    frames: game.frames.map((frame, at) => ({ ...frame, ...frames[at] })),
    actions: game.actions.map((action, at) => (at in actions ? actions[at] : action)),
    thoughts: game.thoughts.map((thought, at) => (at in thoughts ? thoughts[at] : thought)),
  };
}

"use strict";

// The way to the seats of a game in which people have secrets: the host's page may show several,
// one after the other.

import { at, make } from "./page.js";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/; // only this machine finds it
const SHARED = "shared"; // kept for a game that people play at this screen in turn

/** What this page may show of a game: the seats of the people who share it, one at a time. */
export class Seats {
  constructor(name) {
    this.kept = `seats-${name}`;
    this.doors = [];
    this.seat = null; // the one whose page is shown
  }

  get isShared() {
    return this.doors.length > 1;
  }

  get wasChosen() {
    return sessionStorage.getItem(this.kept) === SHARED;
  }

  share() {
    sessionStorage.setItem(this.kept, SHARED);
  }

  /** Whose turn it is, where several people share the screen; "" where nobody could mistake it. */
  nameAt({ seat, seats, names, to_move: mover }) {
    if (this.isShared) return this.doors.find((door) => door.seat === mover)?.name ?? "";
    const people = seats.filter((name) => name === "human").length;
    return seat === null && people > 1 ? names[mover] : "";
  }

  /** The beginning of the addresses of the seat that is shown. */
  get root() {
    const door = this.doors.find(({ seat }) => seat === this.seat);
    return door ? `../${door.key}/` : "";
  }
}

/** Ask who is there, and offer an address to each person; ``take`` is called with a seat. */
export function showDoors(state, seats, take, share) {
  at("game").hidden = true;
  for (const name of ["board", "tiles", "hand", "choices", "log", "scores", "links"]) {
    at(name).replaceChildren();
  }
  for (const name of ["news", "sentence", "ready"]) at(name).textContent = "";
  at("doors").hidden = false;
  const asked = seats.wasChosen ? passing(state, take) : choosing(state, share);
  at("doors-title").textContent = asked.title;
  at("doors-text").textContent = asked.text;
  at("doors-choices").replaceChildren(...asked.buttons);
  at("addresses-list").replaceChildren(...state.doors.map(address));
  at("only-here").hidden = !LOOPBACK.test(location.hostname);
  at("doors-title").focus();
  document.title = `${asked.title} – ${state.title}`;
}

/** Before a game: does everybody play here? */
function choosing(state, share) {
  const here = make("button", { type: "button", class: "main" }, "Everybody plays at this screen");
  here.addEventListener("click", share);
  at("addresses").open = true;
  return {
    title: `${state.doors.length} people play`,
    text: "Each of you sees cards that the others do not. Share this screen, and it hides the "
      + "table between your turns; or give each person a screen.",
    buttons: [here],
  };
}

/** Between two people at one screen: the table is hidden until the next one is there. */
function passing(state, take) {
  const next = state.waits_for === "person" ? state.names[state.to_move] : "";
  const main = state.doors.filter(({ seat }) => next && seat === state.to_move);
  const others = state.doors.filter((door) => !main.includes(door));
  at("addresses").open = false;
  return {
    title: next ? `Pass the screen to ${next}` : `${capital(state.names[state.to_move])} is thinking`,
    text: "The table is hidden until you say who you are.",
    buttons: [
      ...main.map((door) => button(`I am ${door.name}: show my table`, "main", door, take)),
      ...others.map((door) => button(`${capital(door.name)}: look at my table`, "", door, take)),
    ],
  };
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function button(text, kind, door, take) {
  const element = make("button", { type: "button", class: kind, "data-seat": String(door.seat) }, text);
  element.addEventListener("click", () => take(door.seat));
  return element;
}

function address({ name, key }) {
  const url = new URL(`../${key}/`, location.href);
  return make("li", {}, make("span", {}, capital(name)), " ", make("a", { href: url.href }, url.href));
}

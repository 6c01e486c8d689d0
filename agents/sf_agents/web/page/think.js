"use strict";

import { get, post } from "./api.js";
import { at, make } from "./page.js";

const KEPT = "adviser";

/** The panel of an agent's advice: what it thinks of each choice of a person's decision. */
export class Thoughts {
  constructor(game, state) {
    this.game = game;
    this.state = state;
    this.left = new AbortController();
    at("adviser").addEventListener("change", () => this.choose(), { signal: this.left.signal });
  }

  leave() {
    this.left.abort();
  }

  get isOpen() {
    return !at("thoughts").hidden;
  }

  /** Offer what the game on the screen has. */
  async offer(kind) {
    if (this.advisers) return;
    this.advisers = [];
    const { advisers, signs } = await get(`api/lobby/${kind}`)
      .catch(() => ({ advisers: [], signs: false }));
    if (this.left.signal.aborted) return;
    for (const name of ["hint", "think", "advice-keys"]) at(name).hidden = advisers.length === 0;
    at("show-signs").hidden = !signs;
    if (signs) at("signs-picture").src = `page/signs-${kind}.svg`;
    this.advisers = advisers;
    this.showAdvisers();
  }

  showAdvisers() {
    const players = this.state()?.players;
    if (!players || this.shownFor === this.advisers) return;
    this.shownFor = this.advisers;
    const kept = localStorage.getItem(KEPT);
    const offers = this.advisers.filter((offer) => offer.players.includes(players));
    at("adviser").replaceChildren(...offers.map((offer) =>
      make("option", { value: offer.name, selected: offer.name === kept }, offer.label)));
    this.look();
  }

  choose() {
    localStorage.setItem(KEPT, at("adviser").value);
    this.look();
  }

  toggle() {
    at("thoughts").hidden = this.isOpen;
    at("think").setAttribute("aria-expanded", String(this.isOpen));
    this.look();
    if (this.isOpen) at("thoughts").scrollIntoView({ block: "nearest" });
  }

  /** Ask about the position on the screen while the panel is open. */
  async look() {
    this.showAdvisers();
    const state = this.state();
    if (!this.isOpen || !state) return;
    this.show([], state.waits_for === "human" ? "Thinking…" : "Waiting for a person's turn.");
    const agent = at("adviser").value;
    if (state.waits_for !== "human" || !agent) return;
    try {
      const thought = await post(`${this.game.path}/think`, { revision: state.revision, agent });
      if (this.isAbout(state, agent)) this.showAdvice(state, thought);
    } catch (error) {
      if (this.isAbout(state, agent) && error.status !== 409) this.show([], error.message);
    }
  }

  /** Whether the position and the agent are still the same. */
  isAbout(state, agent) {
    const same = this.state()?.revision === state.revision && at("adviser").value === agent;
    return same && !this.left.signal.aborted;
  }

  showAdvice(state, thought) {
    const labels = new Map(state.actions.map((choice) => [choice.action, choice.label]));
    const lines = thought.choices.map((choice) => opinion(choice, labels.get(choice.action)));
    this.show(lines, `Chance to win: ${percent(thought.chance)}`);
  }

  show(lines, sentence) {
    at("thinking").textContent = sentence;
    at("opinions").hidden = lines.length === 0;
    at("opinions").querySelector("tbody").replaceChildren(...lines);
  }
}

function opinion(choice, label) {
  const bar = make("span", { class: "share" });
  bar.style.width = `${Math.round(100 * choice.share)}%`;
  const chance = choice.chance === null ? "–" : percent(choice.chance);
  return make("tr", {},
    make("th", { scope: "row" }, label),
    make("td", {}, make("span", { class: "track", "aria-hidden": "true" }, bar),
      make("span", { class: "number" }, percent(choice.share))),
    make("td", {}, chance));
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}

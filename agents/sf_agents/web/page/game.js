"use strict";

import { RESTARTED, Refused, SILENT, get, post } from "./api.js";
import { showBoard } from "./board.js";
import { keepFocus, mark, showDecision, showWhose } from "./decision.js";
import { Seats, showDoors } from "./doors.js";
import { at, linkTo, notice } from "./page.js";
import { start } from "./start.js";
import { Thoughts } from "./think.js";

const AGAIN = 2000; // milliseconds until a lost server is asked again
const GETTING_READY = "Getting ready: agents are compiled when they first play. "
  + "That may take a minute.";

/** Enable or disable a button; the focus leaves one that is disabled for the choices. */
function switchTool(name, on) {
  const tool = at(name);
  const left = tool === document.activeElement && !on;
  tool.disabled = !on;
  if (left) keepFocus();
}

/** The game on the screen. */
export class Game {
  /** For keyboard users, the focus goes to the decision. */
  constructor(name, byKeys, onMissing) {
    this.name = name;
    this.byKeys = byKeys;
    this.onMissing = onMissing;
    this.seats = new Seats(name);
    this.state = null;
    this.own = null; // the seat whose panel comes first
    this.busy = false;
    this.line = Promise.resolve();
    this.left = new AbortController();
    this.thoughts = new Thoughts(this, () => this.state);
    this.listen();
    this.load();
  }

  /** Where the server is asked about this game, as the seat that is shown. */
  get path() {
    return `${this.seats.root}api/games/${encodeURIComponent(this.name)}`;
  }

  listen() {
    const { signal } = this.left;
    at("undo").addEventListener("click", () => this.undo(), { signal });
    at("hint").addEventListener("click", () => this.hint(), { signal });
    at("think").addEventListener("click", () => this.thoughts.toggle(), { signal });
    at("pass").addEventListener("click", () => this.sit(null), { signal });
    addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("visibilitychange", () => this.look(), { signal });
    signal.addEventListener("abort", () => this.events?.close());
  }

  leave() {
    this.left.abort();
    at("ready").textContent = "";
    at("hint").classList.remove("busy");
    at("links").replaceChildren();
    for (const name of ["undo", "hint", "think"]) at(name).disabled = true;
    at("doors").hidden = true;
    at("pass").hidden = true;
    this.thoughts.leave();
  }

  /** Show the table of a person who is there, or hide it (null). */
  sit(seat) {
    this.seats.seat = seat;
    this.looking = seat !== null;
    this.state = null;
    at("game").hidden = true;
    this.events?.close();
    this.events = null;
    return this.load();
  }

  get gone() {
    return this.left.signal.aborted;
  }

  /** Run requests one after the other, so that no answer overtakes a later one. */
  inTurn(work) {
    const done = this.line.then(() => (this.gone ? undefined : work()));
    this.line = done.catch(() => {});
    return done;
  }

  /** Get the game from the server, and listen for changes. */
  load() {
    return this.inTurn(async () => {
      await this.receive(get(this.path));
      if (!this.events) this.look();
    }).catch((error) => this.lose(error));
  }

  /** Show an answer, unless the table of somebody else, or none, is to be shown by now. */
  async receive(answer) {
    const { seat, root } = this.seats;
    const state = await answer;
    if (seat !== this.seats.seat) return;
    const links = (state.links ?? []).map((link) => ({ ...link, href: `${root}${link.href}` }));
    this.show({ ...state, links });
    notice(state.trouble);
  }

  /** Show an error; a server that does not answer is asked again. */
  lose(error) {
    if (this.gone) return;
    if (error.status === 404) {
      this.onMissing(error.message);
      return;
    }
    notice(error.status === 403 ? RESTARTED : error.message);
    if (error.status !== 0) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => this.gone || this.load(), AGAIN);
  }

  /** Listen while the page is visible: browsers keep few connections open at once. */
  look() {
    this.events?.close();
    this.events = null;
    if (document.hidden || this.gone) return;
    this.events = new EventSource(`${this.path}/events`);
    this.events.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.events.onerror = () => {
      this.events?.close();
      this.events = null;
      this.lose(new Refused(0, SILENT));
    };
  }

  hear(news) {
    at("ready").textContent = news.getting_ready ? GETTING_READY : "";
    this.inTurn(async () => {
      const { revision, trouble } = this.state ?? {};
      if (news.revision === revision && news.trouble === trouble) return;
      await this.receive(get(this.path));
    }).catch((error) => this.lose(error));
  }

  show(state) {
    if (this.gone) return;
    const before = this.state;
    this.state = state;
    at("game-name").textContent = state.title;
    at("board-style").setAttribute("href", `page/board-${state.game}.css`);
    this.thoughts.offer(state.game);
    if (state.doors) {
      this.enter(state);
      return;
    }
    if (this.mustPass(state)) {
      this.sit(null);
      return;
    }
    at("doors").hidden = true;
    this.own = state.seat ?? this.own;
    at("new-game-link").hidden = state.seat !== null && this.seats.doors.length === 0;
    if (state.waits_for === "human") this.own = state.to_move;
    this.own ??= Math.max(0, state.seats.indexOf("human"));
    const focused = at("game").contains(document.activeElement);
    at("game").hidden = false;
    showBoard(state, this.own, (action) => this.act(action));
    showDecision(state, this.own, (action) => this.act(action), () => this.again());
    showWhose(state, this.seats.nameAt(state));
    if (focused) keepFocus();
    else if (!before && this.byKeys) at("sentence").focus();
    at("pass").hidden = !this.seats.isShared || state.waits_for === "human" || !state.waits_for;
    this.showTools(before);
    if (before?.revision !== state.revision) this.thoughts.look();
  }

  /** Where people have secrets: take the seat of a person alone, or ask who is there. */
  enter(state) {
    this.seats.doors = state.doors;
    if (!this.seats.isShared) {
      this.sit(state.doors[0].seat);
      return;
    }
    for (const name of ["undo", "hint", "think"]) switchTool(name, false);
    this.thoughts.show([], "");
    showDoors(state, this.seats, (seat) => this.sit(seat), () => {
      this.seats.share();
      this.enter(state);
    });
  }

  /** Whether another person at this screen has to decide: nobody sees two tables. */
  mustPass(state) {
    if (state.waits_for === "human") this.looking = false; // what comes next is for somebody else
    return this.seats.isShared && state.waits_for === "person" && !this.looking;
  }

  showTools(before) {
    const { state } = this;
    switchTool("undo", state.can_undo);
    switchTool("hint", state.waits_for === "human");
    at("think").disabled = false;
    at("links").replaceChildren(...state.links.map(linkTo));
    const known = before?.decisions ?? state.decisions;
    const fresh = state.log.filter((line) => line.number > known).map((line) => line.text);
    at("news").textContent = [...fresh, state.sentence].join(". ");
    document.title = `${state.waits_for === "human" ? "● " : ""}${state.sentence} – ${state.title}`;
  }

  /** Start another game with the same players; those who have an address each meet there. */
  async again() {
    const { seat, seats, setup, game } = this.state;
    if (seat === null) {
      start(seats, setup, null, game);
      return;
    }
    try {
      const { id, key } = await post(`${this.path}/again`, {});
      if (this.seats.isShared) new Seats(id).share();
      if (this.seats.doors.length) location.hash = id;
      else location.href = `../${key}/#${id}`;
    } catch (error) {
      notice(error.message);
    }
  }

  act(action) {
    return this.send("act", { action });
  }

  undo() {
    return this.send("undo", {});
  }

  /** Send a decision about the position on the screen. */
  async send(what, content) {
    if (this.busy || !this.state) return;
    this.busy = true;
    const { revision } = this.state;
    try {
      await this.inTurn(async () => {
        await this.receive(post(`${this.path}/${what}`, { revision, ...content }));
      });
    } catch (error) {
      if (error.status === 409) await this.load();
      else this.lose(error);
    }
    this.busy = false;
  }

  /** Mark what the agent that gives hints would do. */
  async hint() {
    if (this.state?.waits_for !== "human") return;
    const { revision } = this.state;
    at("news").textContent = "Thinking about a hint";
    at("hint").classList.add("busy");
    try {
      const { choices } = await post(`${this.path}/think`, { revision });
      if (!this.gone && this.state.revision === revision) mark(choices[0].action);
    } catch (error) {
      if (!this.gone && error.status !== 409) notice(error.message);
    }
    if (!this.gone) at("hint").classList.remove("busy");
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input, select, textarea") || at("signs").open) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) this.choose(Number(key) - 1);
    else if (key === "u") at("undo").click();
    else if (key === "h") at("hint").click();
    else if (key === "t") at("think").click();
  }

  choose(number) {
    const choice = this.state?.actions?.[number];
    if (choice) this.act(choice.action);
  }
}

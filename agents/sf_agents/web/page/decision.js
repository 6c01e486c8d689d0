"use strict";

import { choicesBySpot, figure } from "./board.js";
import { at, drawing, linkTo, make } from "./page.js";

/** Show whose decision it is, the cards in hand, and every choice as a button. */
export function showDecision(state, own, act, again) {
  at("decision").dataset.waits = state.waits_for;
  at("decision").dataset.revision = state.revision;
  at("scores").replaceChildren(...state.scores.map((score, seat) => chip(state, score, seat)));
  at("sentence").textContent = state.sentence;
  at("hand").replaceChildren(...hand(state, act));
  at("choices").replaceChildren(...state.waits_for
    ? state.actions.map((choice, number) => button(choice, number, act))
    : whatNext(state, again));
  showLog(state, own);
}

/** Where several people share a screen, show in large letters whose turn it is. */
export function showWhose(state, name) {
  at("whose").hidden = !name || state.waits_for !== "human";
  at("whose").dataset.seat = state.to_move;
  at("whose").textContent = name;
}

function chip(state, score, seat) {
  const moves = seat === state.to_move && state.waits_for !== "";
  return make("li", { class: `${moves ? "moves" : ""} ${score.won ? "won" : ""}` },
    make("span", { class: "name" }, score.name), " ",
    make("b", {}, score.points), make("span", { class: "unseen" }, ` ${score.unit}`));
}

/** The cards in hand; where they are what is chosen, they can be clicked. */
function hand(state, act) {
  const cards = state.waits_for === "person" ? [] : state.hand ?? [];
  const choices = choicesBySpot(state);
  return cards.map((panel, number) => {
    if (!Object.keys(panel.spots).length) return card(panel, number);
    const shown = figure(panel, choices, act);
    shown.classList.add("chosen-from");
    shown.style.width = `${panel.width}px`;
    return shown;
  });
}

function card(shown, number) {
  const figure = drawing(shown.svg);
  figure.classList.toggle("current", number === 0);
  return figure;
}

function button(choice, number, act) {
  const key = number < 9 ? [make("kbd", { "aria-hidden": "true" }, String(number + 1))] : [];
  const element = make("button", { type: "button", "data-action": String(choice.action) },
    ...key, make("span", {}, choice.label));
  if (number < 9) element.setAttribute("aria-keyshortcuts", String(number + 1));
  element.addEventListener("click", () => act(choice.action));
  return element;
}

/** Mark what a choice is about while it is pointed at, among the buttons or on the board. */
export function pointAtChoices() {
  const look = () => {
    const seen = at("game").querySelector("[data-action]:is(:hover, :focus-visible)");
    point(seen?.dataset.action);
  };
  for (const kind of ["mouseover", "mouseout", "focusin", "focusout"]) {
    at("game").addEventListener(kind, look);
  }
}

/** After the end, offer another game with the same players, and the replay. */
function whatNext(state, again) {
  const button = make("button", { type: "button", class: "main" }, "Play again");
  button.addEventListener("click", again);
  return [button, ...state.links.filter((link) => !link.file).map(linkTo)];
}

/** Keep the focus of keyboard users on the next decision. */
export function keepFocus() {
  const active = document.activeElement;
  if (at("game").contains(active) && active !== at("sentence")) return;
  const next = at("choices").querySelector("button") ?? at("sentence");
  next.focus({ preventScroll: true });
}

function point(action) {
  for (const place of at("game").querySelectorAll(".place, [data-about]")) {
    place.classList.toggle("meant", (place.dataset.action ?? place.dataset.about) === action);
  }
}

/** Mark the choice of a hint, on the board and among the buttons. */
export function mark(action) {
  for (const place of at("game").querySelectorAll("[data-action], [data-about]")) {
    const about = place.dataset.action ?? place.dataset.about;
    place.classList.toggle("hinted", about === String(action));
  }
  const choice = at("choices").querySelector(".hinted");
  if (choice) at("news").textContent = `Hint: ${choice.querySelector("span").textContent}`;
  choice?.scrollIntoView({ block: "nearest" });
}

function showLog(state, own) {
  const log = at("log");
  const lines = state.log.map((line) => make("li", {
    value: line.number,
    class: line.seat === own ? "own" : "",
  }, line.text));
  log.replaceChildren(...lines);
  log.scrollTop = log.scrollHeight;
}

"use strict";

import { at, drawing, make } from "./page.js";

const SMALL = matchMedia("(max-width: 820px)");

/** Show the panels, your own first, with a button over each place that can be chosen; or a text. */
export function showBoard(state, own, act) {
  at("board").classList.toggle("plain", !state.panels);
  if (!state.panels) {
    at("board").replaceChildren(make("pre", { class: "sheet" }, state.text));
    return;
  }
  at("tiles").replaceChildren(...drawing(
    `<svg xmlns="http://www.w3.org/2000/svg">${state.tiles}</svg>`).childNodes);
  const choices = new Map(state.actions.map((choice) => [choice.spot, choice]));
  const figures = state.panels.map((panel) => figure(panel, choices, act));
  for (const [number, panel] of state.panels.entries()) {
    figures[number].classList.toggle("own", panel.seat === own);
  }
  at("board").dataset.players = state.players;
  at("board").replaceChildren(...figures);
  if (SMALL.matches) fullest(figures)?.querySelector(".place")?.scrollIntoView({ block: "nearest" });
}

// The panel with the most places to choose from.
function fullest(figures) {
  const places = (figure) => figure.querySelectorAll(".place").length;
  return [...figures].sort((one, other) => places(other) - places(one))[0];
}

function figure(panel, choices, act) {
  const places = Object.entries(panel.spots).filter(([spot]) => choices.has(spot));
  return make("div", { class: panel.seat === null ? "panel" : "panel of-seat", id: `panel-${panel.name}` },
    drawing(panel.svg),
    ...places.map(([spot, corners]) => place(panel, corners, choices.get(spot), act)));
}

function place(panel, [left, top, width, height], choice, act) {
  const button = make("button", {
    type: "button",
    class: "place",
    tabindex: "-1", // the same choice is a button in words next to the board
    "aria-label": choice.label,
    title: choice.label,
    "data-action": String(choice.action),
    "data-spot": choice.spot,
  });
  button.style.left = `${(100 * left) / panel.width}%`;
  button.style.top = `${(100 * top) / panel.height}%`;
  button.style.width = `${(100 * width) / panel.width}%`;
  button.style.height = `${(100 * height) / panel.height}%`;
  button.addEventListener("click", () => act(choice.action));
  return button;
}

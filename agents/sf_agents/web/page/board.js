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
  const choices = choicesBySpot(state);
  const figures = state.panels.map((panel) => figure(panel, choices, act));
  for (const [number, panel] of state.panels.entries()) {
    figures[number].classList.toggle("own", panel.seat === own);
    figures[number].append(...frames(panel, state.actions));
  }
  at("board").dataset.players = state.players;
  const ofSeats = figures.filter((_, number) => state.panels[number].seat !== null);
  at("board").replaceChildren(
    make("div", { class: "shared" }, ...figures.filter((one) => !ofSeats.includes(one))),
    make("div", { class: "seated" }, ...ofSeats));
  if (SMALL.matches) fullest(figures)?.querySelector(".place")?.scrollIntoView({ block: "nearest" });
}

// The panel with the most places to choose from.
function fullest(figures) {
  const places = (figure) => figure.querySelectorAll(".place").length;
  return [...figures].sort((one, other) => places(other) - places(one))[0];
}

/** The choices by their places on the board. */
export function choicesBySpot(state) {
  return new Map(state.actions.map((choice) => [choice.spot, choice]));
}

// Frames of places that are not rectangles: of choices, and of what else these are about, as the
// way to complete a ticket.
function frames(panel, actions) {
  const shown = actions.flatMap(({ action, spot, lit }, number) => [
    ...lit.map((one) => [one, action, `light light-${number % 3}`]), [spot, action, "frame"]]);
  const polygons = shown.filter(([spot]) => spot in panel.outlines).map(([spot, action, kind]) =>
    `<polygon class="${kind}" data-about="${action}" points="${panel.outlines[spot].join(" ")}"/>`);
  return polygons.length === 0 ? [] : [
    drawing(`<svg xmlns="http://www.w3.org/2000/svg" class="frames" aria-hidden="true"
      viewBox="0 0 ${panel.width} ${panel.height}">${polygons.join("")}</svg>`)];
}

/** A panel with a button over each of its places that can be chosen. */
export function figure(panel, choices, act) {
  const places = Object.keys(panel.spots).filter((spot) => choices.has(spot));
  return make("div", { class: panel.seat === null ? "panel" : "panel of-seat", id: `panel-${panel.name}` },
    drawing(panel.svg),
    ...places.map((spot) => place(panel, choices.get(spot), act)));
}

function place(panel, choice, act) {
  const button = make("button", {
    type: "button",
    class: "place",
    tabindex: "-1", // the same choice is a button in words next to the board
    "aria-label": choice.label,
    title: choice.label,
    "data-action": String(choice.action),
    "data-spot": choice.spot,
  });
  button.addEventListener("click", () => act(choice.action));
  return placed(button, panel, choice.spot);
}

// Puts an element over a spot of a panel, and cuts it to its outline if it is not a rectangle.
function placed(element, panel, spot) {
  const [left, top, width, height] = panel.spots[spot];
  element.style.left = `${(100 * left) / panel.width}%`;
  element.style.top = `${(100 * top) / panel.height}%`;
  element.style.width = `${(100 * width) / panel.width}%`;
  element.style.height = `${(100 * height) / panel.height}%`;
  const outline = panel.outlines[spot];
  if (outline) {
    const corners = outline.map(([x, y]) =>
      `${(100 * (x - left)) / width}% ${(100 * (y - top)) / height}%`);
    element.style.clipPath = `polygon(${corners.join(", ")})`;
    element.classList.add("outlined");
  }
  return element;
}

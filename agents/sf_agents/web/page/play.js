"use strict";

import { at, notice } from "./page.js";
import { Game } from "./game.js";
import { showStart } from "./start.js";

let game = null;

/** The game that the address names, if any; what no server has written names none. */
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Show what the address names: a game, or the way to one. */
function show() {
  const name = named();
  const byKeys = document.activeElement.matches("body *:focus-visible");
  game?.leave();
  game = null;
  notice();
  at("game").hidden = true; // until there is something to show
  at("tools").hidden = name === "";
  at("start").hidden = name !== "";
  document.title = "San Francisco";
  if (name) game = new Game(name, byKeys, goBack);
  else showStart(byKeys);
}

/** Go back to the start, and say why. */
function goBack(reason) {
  history.replaceState(null, "", location.pathname);
  show();
  notice(reason);
}

/** The menu is closed by whatever is done next. */
function closeMenu(event) {
  if (event.type === "keydown" && event.key !== "Escape") return;
  const menu = at("menu");
  if (event.type === "click" && menu.contains(event.target) && !event.target.closest("a")) return;
  if (menu.open && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
}

at("show-signs").addEventListener("click", () => {
  at("menu").open = false;
  at("signs").showModal();
});
addEventListener("click", closeMenu);
addEventListener("keydown", closeMenu);
addEventListener("hashchange", show);
show();

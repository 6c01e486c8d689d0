"use strict";

import { pointAtChoices } from "./decision.js";
import { at, notice } from "./page.js";
import { Game } from "./game.js";
import { showStart } from "./start.js";

let game = null;

/** The game in the address, "" if there is none or it cannot be decoded. */
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Show the game in the address, or the start page. */
function show(missing = "") {
  const name = named();
  const byKeys = document.activeElement.matches("body *:focus-visible");
  game?.leave();
  game = null;
  notice();
  at("game").hidden = true; // until there is something to show
  at("tools").hidden = name === "";
  at("start").hidden = name !== "";
  if (name) game = new Game(name, byKeys, goBack);
  else showStart(byKeys, missing);
}

/** Go back to the start page, and show why. */
function goBack(reason) {
  history.replaceState(null, "", location.pathname);
  show(reason);
  notice(reason);
}

/** Close the menu on the next click or Escape. */
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
pointAtChoices();
addEventListener("click", closeMenu);
addEventListener("keydown", closeMenu);
addEventListener("hashchange", () => show());
show();

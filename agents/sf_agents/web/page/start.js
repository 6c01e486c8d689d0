"use strict";

import { get, post, postText } from "./api.js";
import { at, make, notice } from "./page.js";

let lobby = null;
let kind = null; // the game that is chosen, and how it can be played

/** Show what can be played, and the games that can be continued; or the game of a seat. */
export async function showStart(byKeys, missing = "") {
  at("start-game").disabled = true; // until it is known what it would start
  try {
    lobby = await get("api/lobby");
  } catch (error) {
    notice(error.message);
    return;
  }
  if (lobby.only) {
    at("start").hidden = true;
    if (!missing) location.replace(`#${lobby.only}`);
    return;
  }
  showKinds();
  await choose(at("kinds").querySelector(":checked").value);
  showGames();
  if (byKeys) at("new-game").querySelector(":checked").focus();
}

/** Offer the games of the server, if there are several. */
function showKinds() {
  at("kinds").hidden = lobby.kinds.length < 2;
  if (at("kinds").querySelector("input")) return;
  at("kinds").querySelector("span").append(...lobby.kinds.map(({ id, name }, number) =>
    make("label", {},
      make("input", { type: "radio", name: "kind", value: id, checked: number === 0 }), ` ${name}`)));
}

/** Show how a game can be played. */
async function choose(id) {
  try {
    kind = id === lobby.id ? lobby : await get(`api/lobby/${id}`);
  } catch (error) {
    notice(error.message);
    return;
  }
  at("game-name").textContent = kind.name;
  document.title = kind.name;
  const word = kind.setup_word[0].toUpperCase() + kind.setup_word.slice(1);
  at("deal-title").textContent = `${word} and deal`;
  at("setup-word").textContent = word;
  at("setup").replaceChildren(...kind.setups.map((name) => make("option", { value: name }, name)));
  showPlayers();
  showSeats();
  at("start-game").disabled = false;
}

/** Offer the numbers of players; the one that was chosen is kept if there is it. */
function showPlayers() {
  const kept = kind.players.includes(players()) ? players() : kind.players[0];
  at("players").replaceChildren(...kind.players.map((count) =>
    make("label", {},
      make("input", { type: "radio", name: "players", value: String(count), checked: count === kept }),
      ` ${count}`)));
}

function players() {
  return Number(new FormData(at("new-game")).get("players"));
}

function showSeats() {
  const kept = [...at("seats").querySelectorAll("select")].map((select) => select.value);
  const seats = Array.from({ length: players() }, (_, seat) => seatChoice(seat, kept[seat]));
  at("seats").replaceChildren(...seats);
}

function seatChoice(seat, kept) {
  const offers = kind.seats.filter((offer) => offer.players.includes(players()));
  const wanted = offers.some((offer) => offer.name === kept) ? kept : usual(seat);
  const options = offers.map((offer) =>
    make("option", { value: offer.name, selected: offer.name === wanted }, offer.label));
  const turn = seat === 0 ? "first" : "";
  return make("label", {},
    make("span", {}, `Seat ${seat} `, make("small", {}, turn)),
    make("select", { name: `seat-${seat}` }, ...options));
}

/** The player of a seat if nobody has chosen another one. */
function usual(seat) {
  if (seat === 0) return "human";
  return kind.opponents[Math.min(seat, kind.opponents.length) - 1];
}

function showGames() {
  const lines = lobby.games.map(gameLine);
  at("games").replaceChildren(...(lines.length ? lines : [make("li", {}, "No games yet.")]));
}

function gameLine(game) {
  const when = new Date(1000 * game.changed);
  const time = make("time", { datetime: when.toISOString() }, ago(when));
  if (game.error) {
    return make("li", { class: "broken", title: game.error },
      make("span", {}, `${game.id}: cannot be read`), time);
  }
  const how = game.over ? "over" : `${game.decisions} decision${game.decisions === 1 ? "" : "s"}`;
  const who = game.seats.map((name) => (name === "human" ? "person" : name)).join(", ");
  return make("li", {},
    make("span", {}, make("a", { href: `#${game.id}` }, who || game.id),
      make("small", {}, lobby.kinds.length > 1 ? `${game.game}, ${how}` : how)), time);
}

function ago(when) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((when - Date.now()) / 60000);
  if (minutes > -60) return words.format(minutes, "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}

/** Start a game with these players and go there. */
export async function start(seats, setup = null, seed = null, game = null) {
  try {
    const found = await post("api/games", { seats, setup, seed, game });
    location.hash = found.id;
  } catch (error) {
    notice(error.message);
  }
}

at("new-game").addEventListener("change", (event) => {
  if (event.target.name === "players") showSeats();
  if (event.target.name === "kind") choose(event.target.value);
});

at("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  const seats = [...at("seats").querySelectorAll("select")].map((select) => select.value);
  const seed = at("seed").value.trim();
  start(seats, at("setup").value, seed === "" ? null : Number(seed), kind.id);
});

at("upload").addEventListener("change", async () => {
  const [file] = at("upload").files;
  if (!file) return;
  try {
    const found = await postText("api/records", await file.text());
    location.hash = found.id;
  } catch (error) {
    notice(`${file.name}: ${error.message}`);
  }
  at("upload").value = "";
});

"use strict";

import { get, post, postText } from "./api.js";
import { at, make, notice } from "./page.js";

let lobby = null;

/** Show what can be played, and the games that can be continued. */
export async function showStart(byKeys) {
  try {
    lobby = await get("lobby");
  } catch (error) {
    notice(error.message);
    return;
  }
  const word = lobby.setup_word[0].toUpperCase() + lobby.setup_word.slice(1);
  at("deal-title").textContent = `${word} and deal`;
  at("setup-word").textContent = word;
  at("setup").replaceChildren(...lobby.setups.map((name) => make("option", { value: name }, name)));
  if (!at("players").childElementCount) showPlayers();
  showSeats();
  showGames();
  if (byKeys) at("new-game").querySelector(":checked").focus();
}

function showPlayers() {
  at("players").replaceChildren(...lobby.players.map((count, number) =>
    make("label", {},
      make("input", { type: "radio", name: "players", value: String(count), checked: number === 0 }),
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
  const offers = lobby.seats.filter((offer) => offer.players.includes(players()));
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
  return lobby.opponents[Math.min(seat, lobby.opponents.length) - 1];
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
    make("span", {}, make("a", { href: `#${game.id}` }, who || game.id), make("small", {}, how)), time);
}

function ago(when) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((when - Date.now()) / 60000);
  if (minutes > -60) return words.format(minutes, "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}

/** Start a game with these players and go there. */
export async function start(seats, setup = null, seed = null) {
  try {
    const found = await post("games", { seats, setup, seed });
    location.hash = found.id;
  } catch (error) {
    notice(error.message);
  }
}

at("new-game").addEventListener("change", (event) => {
  if (event.target.name === "players") showSeats();
});

at("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  const seats = [...at("seats").querySelectorAll("select")].map((select) => select.value);
  const seed = at("seed").value.trim();
  start(seats, at("setup").value, seed === "" ? null : Number(seed));
});

at("upload").addEventListener("change", async () => {
  const [file] = at("upload").files;
  if (!file) return;
  try {
    const found = await postText("records", await file.text());
    location.hash = found.id;
  } catch (error) {
    notice(`${file.name}: ${error.message}`);
  }
  at("upload").value = "";
});

"use strict";

/** The element with this id. */
export function at(id) {
  return document.getElementById(id);
}

/** A new element with attributes, and children that are elements or text. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** A link to a page, which opens in another tab, or to a file to save. */
export function linkTo({ label, href, file }) {
  const how = file ? { download: "" } : { target: "_blank", rel: "noopener" };
  return make("a", { class: "button", href, ...how }, label);
}

/** A drawing that the server made. */
export function drawing(svg) {
  return document.importNode(
    new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** Show an error above the page, or remove it. */
export function notice(text = "") {
  at("notice").textContent = text;
  at("notice").hidden = !text;
}

"use strict";

// Nodes are built one by one and texts set as texts: what a record holds is never parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function byId(id) {
  return document.getElementById(id);
}

function make(tag, attributes = {}, ...content) {
  return fill(document.createElement(tag), attributes, content);
}

function draw(tag, attributes = {}, ...content) {
  return fill(document.createElementNS(SVG, tag), attributes, content);
}

function fill(node, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) {
    node.setAttribute(name, value);
  }
  node.append(...content);
  return node;
}

// The seat at the end of equal names, "(2)", is never cut off.
function nameNode(name) {
  const [, stem, seat] = /^(.*?)( \(\d+\))?$/s.exec(name);
  const parts = stem.split(/(?<=[:,=])/).flatMap((part) => [make("wbr"), part]); // where lines may end
  return make("span", { class: "name", title: name }, make("span", { class: "stem" }, ...parts), seat ?? "");
}

function pointsText(points) {
  const half = Math.round(2 * Math.abs(points));
  const whole = Math.floor(half / 2);
  const digits = half % 2 ? `${whole || ""}½` : `${whole}`;
  return (points < 0 ? "−" : "") + digits;
}

function percent(part) {
  return `${Math.round(100 * part)} %`;
}

function clamp(number, low, high) {
  return Math.min(Math.max(number, low), high);
}

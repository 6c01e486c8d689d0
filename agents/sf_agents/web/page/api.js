"use strict";

/** A request that the server refused, and why. */
export class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

export const RESTARTED = "The server was restarted: open the new address it printed.";
export const SILENT = "The server does not answer. This page reconnects as soon as it does.";

/** The server's answer to a GET request; paths begin with "api/", or with the key of a seat. */
export function get(path) {
  return ask(path, { headers: { accept: "application/json" } });
}

/** The server's answer to a POST request with this content. */
export function post(path, content) {
  return postText(path, JSON.stringify(content));
}

/** The same with text that should be JSON; the server refuses it if it is not. */
export function postText(path, text) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: text,
  });
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused(0, SILENT);
  }
  const content = await response.json().catch(() => ({}));
  if (response.ok) return content;
  throw new Refused(response.status, content.error ?? `the server answered ${response.status}`);
}

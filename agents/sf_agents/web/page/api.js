"use strict";

/** What the server refused to do, and why. */
export class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

export const ANEW = "The server was started anew: open the address that it told.";
export const SILENT = "The server does not answer. This page goes on as soon as it does.";

/** What the server answers to a question. */
export function get(path) {
  return ask(path, { headers: { accept: "application/json" } });
}

/** What the server answers when it is told something. */
export function post(path, content) {
  return postText(path, JSON.stringify(content));
}

/** The same with text that is JSON, or is to be refused if it is not. */
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
    response = await fetch(`api/${path}`, options);
  } catch {
    throw new Refused(0, SILENT);
  }
  const content = await response.json().catch(() => ({}));
  if (response.ok) return content;
  throw new Refused(response.status, content.error ?? `the server said ${response.status}`);
}

// JSON pointers (RFC 6901).

export const pointer = (tokens) => tokens.map((token) => "/" + escaped(token)).join("");

export const escaped = (token) => String(token).replaceAll("~", "~0").replaceAll("/", "~1");

export const tokens = (text) =>
  text.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

const SHOWN_CHARACTERS = 255

/** Quotes and shortens a caller's text, for a log line or an answer. */
export const quoteForeign = (text: string): string =>
  JSON.stringify(text.slice(0, SHOWN_CHARACTERS))

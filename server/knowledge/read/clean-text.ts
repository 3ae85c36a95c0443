/** Letters that are not seen: soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/gu
/** Images within text; short ones may be an example in a text about them. */
const DATA_ADDRESS = /data:[\w.+/-]+(?:;[\w=-]+)*;base64,[A-Za-z0-9+/=]{64,}/gu
const SPACES = /[ \t\r\n\f]+/gu

/** A block as the page shows it: white space of the source is one space; no-break spaces stay. */
export const collapse = (text: string): string =>
  text.replace(DATA_ADDRESS, '').replace(SPACES, ' ').trim()

/** Text for the index and for people, without letters that are not seen. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** A heading or title: one line without letters that are not seen. */
export const cleanHeading = (text: string): string =>
  withoutInvisible(text.replace(/\s+/gu, ' ')).trim()

/** The beginning of a text, without half a character at its end. */
export const cutLetters = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/u, '')

/** A short text that names something, such as a language; a long one is none. */
export const shortOrNone = (text: string | undefined, most: number): string | undefined =>
  text !== undefined && text.length <= most ? text : undefined

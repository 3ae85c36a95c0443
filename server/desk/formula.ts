/** Beginnings of cells that spreadsheets run as a formula, also in full width. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/
/**
 * The same behind what separates cells elsewhere: where a comma is the decimal sign, spreadsheets split lines at `;`, and a
 * quotation mark in the middle of a line keeps no line break. A Markdown list's item is none, unless it could be a call.
 */
const INNER_FORMULA = /(?<=[;\t\r\n])(?:[=+@＝＋＠]|[-－](?=[\p{L}\p{N}"]|[^;\t\r\n]*[(|]))/gu

/** A cell's text that no spreadsheet runs: an apostrophe stands before what would begin a formula. */
export function disarmFormulas(text: string): string {
  const disarmed = text.replaceAll(INNER_FORMULA, "'$&")
  return FORMULA.test(disarmed) ? `'${disarmed}` : disarmed
}

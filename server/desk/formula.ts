/** Beginnings of cells that spreadsheets run as a formula, also in full width. */
export const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

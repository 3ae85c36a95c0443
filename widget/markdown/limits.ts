/** Characters of one answer that are read as markdown; the rest is shown as plain text. */
export const MAX_MARKDOWN_CHARS = 262_144

/** Quotes and lists inside each other; what nests deeper is text. */
export const MAX_NESTING_DEPTH = 50

/** Columns of one table; what a row has beyond them is not shown. */
export const MAX_COLUMNS = 256

/** Emphasis, links and the like inside each other; what nests deeper is shown as its source. */
export const MAX_INLINE_DEPTH = 50

/** Characters of a label in brackets. */
export const MAX_LABEL_CHARS = 999

/** Parentheses inside each other in one address. */
export const MAX_ADDRESS_PARENS = 32

/** Characters of one bare address that is made a link. */
export const MAX_URL_CHARS = 2_048

/** Lines of code or plain text per text node, so that a growing block rewrites only its last. */
export const LINES_PER_CHUNK = 64

/** Characters after which a piece ends too: a longer one would take too long to colour at once. */
export const CHARS_PER_CHUNK = 3_072

/** Lines of a piece that may end before that, where the code begins a new part. */
export const MIN_LINES_PER_CHUNK = 32

/** Characters of one formula; a longer one is shown as its source. */
export const MAX_FORMULA_CHARS = 2_048

/** Characters of one block of code that are coloured; the rest stays plain. */
export const MAX_HIGHLIGHTED_CHARS = 50_000

/** Characters of one piece of code that is coloured: a piece is coloured in one go. */
export const MAX_PIECE_CHARS = 4_096

/** Milliseconds that a piece of code may take to be coloured, the worker's start included; then it stays plain. */
export const HIGHLIGHT_LIMIT_MS = 30_000

/** Pieces of coloured code that are remembered. */
export const MAX_HIGHLIGHTED_PIECES = 200

/** Maximum number of characters in one answer that are read as markdown; the rest is shown as plain text. */
export const MAX_MARKDOWN_CHARS = 262_144

/** Maximum depth of quotes and lists; deeper ones are text. */
export const MAX_NESTING_DEPTH = 50

/** Maximum number of columns in a table; further cells are not shown. */
export const MAX_COLUMNS = 256

/** Maximum depth of emphasis, links and other inlines; deeper ones are shown as their source. */
export const MAX_INLINE_DEPTH = 50

/** Maximum number of characters in a label. */
export const MAX_LABEL_CHARS = 999

/** Maximum depth of parentheses in an address. */
export const MAX_ADDRESS_PARENS = 32

/** Maximum number of characters in a bare address that becomes a link. */
export const MAX_URL_CHARS = 2_048

/** Lines of code or plain text per text node, so that a growing block rewrites only its last node. */
export const LINES_PER_CHUNK = 64

/** Number of characters that end a piece too: a longer piece would take too long to colour at once. */
export const CHARS_PER_CHUNK = 3_072

/** Number of lines from which a piece may end early, where the code begins a new part. */
export const MIN_LINES_PER_CHUNK = 32

/** Maximum number of characters in a formula; a longer one is shown as its source. */
export const MAX_FORMULA_CHARS = 2_048

/** Maximum number of coloured characters in one block of code; the rest stays plain. */
export const MAX_HIGHLIGHTED_CHARS = 50_000

/** Maximum number of characters in a coloured piece of code, which is coloured at once. */
export const MAX_PIECE_CHARS = 4_096

/** Time limit for colouring a piece in milliseconds, including the worker's start; afterwards it stays plain. */
export const HIGHLIGHT_LIMIT_MS = 30_000

/** Number of coloured pieces in the cache. */
export const MAX_HIGHLIGHTED_PIECES = 200

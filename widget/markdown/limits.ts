/** Characters of one answer that are read as markdown; the rest is shown as plain text. */
export const MAX_MARKDOWN_CHARS = 262_144

/** Quotes and lists inside each other; a block that nests deeper is shown as plain text. */
export const MAX_NESTING_DEPTH = 50

/** Emphasis, links and the like inside each other; what nests deeper is shown as its source. */
export const MAX_INLINE_DEPTH = 50

/**
 * Characters of one paragraph, cell or heading that are read for emphasis, links and code. Some
 * inline rules of the lexer take quadratic time: 10,000 hostile characters take about 0.1 s.
 */
export const MAX_INLINE_CHARS = 10_000

/** Characters of one bare address; the lexer's rule for its end takes quadratic time. */
export const MAX_URL_CHARS = 2_048

/**
 * Lines times characters of one run of lines without a blank line between them. The lexer looks
 * ahead from every line to the end of the run; this product costs it about 0.1 s.
 */
export const MAX_RUN_COST = 16_000_000

/** Time to lex a growing block; one that overruns it is shown as plain text while it grows. */
export const LEX_BUDGET_MS = 100

/** Overruns in a row until then: one alone may be a pause of the machine, not the block's fault. */
export const MAX_SLOW_LEXES = 2

/** Time for all inline text of one pass; what is left then is shown as its source. */
export const INLINE_BUDGET_MS = 500

/** Lines of code or plain text per text node, so that a growing block rewrites only its last. */
export const LINES_PER_CHUNK = 64

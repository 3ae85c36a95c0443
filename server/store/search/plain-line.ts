const FENCE = /^[ \t]*(?:`{3}|~{3})/u
/** Between a table's head and its rows. */
const TABLE_RULE = /^[ \t|:-]*$/u
const TABLE_RULE_MARK = '--'
/** The beginning of a heading, a quotation or a list's item, as often as they stand in each other. */
const LINE_MARKS = /^[ \t]*(?:(?:#{1,6}|>|[-*+])[ \t]+)+/u
const LINK = /!?\[([^\][]{0,200})\]\([^()[\]\s]{0,2000}\)/gu
/** Not inside of a word: `snake_case` and `2*3` are what they are. */
const INLINE_MARKS =
  /(?<![\p{L}\p{N}*_~`\\])(?:[*_`]{1,3}|~~)(?=[^\s*_~`])|(?<=[^\s*_~`\\])(?:[*_`]{1,3}|~~)(?![\p{L}\p{N}*_~`])/gu
/** The marks that some models write behind a sentence from a file; the frame leaves them out as well. */
const FILE_MARK = /【\d{1,9}(?::\d{1,9})?†[^【】]{0,255}】/gu
const ESCAPED = /\\([!-/:-@[-`{-~])/gu

/** A message's words in one line, as they are read: without the marks of its markdown. */
export const plainLine = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isMarkOnly(line))
    .map((line) => line.replace(LINE_MARKS, ''))
    .join(' ')
    .replaceAll(LINK, '$1')
    .replaceAll(INLINE_MARKS, '')
    .replaceAll(FILE_MARK, '')
    .replaceAll(ESCAPED, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const isMarkOnly = (line: string): boolean =>
  FENCE.test(line) || (line.includes(TABLE_RULE_MARK) && TABLE_RULE.test(line))

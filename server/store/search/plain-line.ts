const FENCE = /^[ \t]*(?:`{3}|~{3})/u
/** Line between a table's head and its rows. */
const TABLE_RULE = /^[ \t|:-]*$/u
const TABLE_RULE_MARK = '--'
/** Marks of headings, quotations and list items at the start of a line, nested ones too. */
const LINE_MARKS = /^[ \t]*(?:(?:#{1,6}|>|[-*+])[ \t]+)+/u
const LINK = /!?\[([^\][]{0,200})\]\([^()[\]\s]{0,2000}\)/gu
/** Not inside of a word: `snake_case` and `2*3` stay unchanged. */
const INLINE_MARKS =
  /(?<![\p{L}\p{N}*_~`\\])(?:[*_`]{1,3}|~~)(?=[^\s*_~`])|(?<=[^\s*_~`\\])(?:[*_`]{1,3}|~~)(?![\p{L}\p{N}*_~`])/gu
/** Citation marks that some models write after a sentence from a file; the frame leaves them out as well. */
const FILE_MARK = /【\d{1,9}(?::\d{1,9})?†[^【】]{0,255}】/gu
const ESCAPED = /\\([!-/:-@[-`{-~])/gu

/** A message's words in one line, without markdown's marks. */
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

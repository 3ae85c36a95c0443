import type { PhraseReader } from './phrase-reader.ts'

/** Names of files are shorter, and more of a text in brackets is left as it is. */
const MAX_NAME_CHARS = 255
/** Marks that some models write behind a sentence from a file, as in `【4:0†report.pdf】`. */
const FILE_MARK = new RegExp(`【\\d+(?::\\d+)?†[^【】\\n]{0,${MAX_NAME_CHARS}}】`, 'y')
const HALF_MARK = new RegExp(`【(?:\\d+(?::\\d*)?(?:†[^【】\\n]{0,${MAX_NAME_CHARS}})?)?$`, 'y')

/** Offset after a mark of a file, which is not shown; `undefined` when the bracket is one of the text. */
export function skipFileMark({ text, at, mode }: PhraseReader): number | undefined {
  const patterns = mode.isTail ? [FILE_MARK, HALF_MARK] : [FILE_MARK]
  for (const pattern of patterns) {
    pattern.lastIndex = at
    if (pattern.test(text)) return pattern.lastIndex
  }
  return undefined
}

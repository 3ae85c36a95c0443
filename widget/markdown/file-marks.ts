import type { PhraseReader } from './phrase-reader.ts'

/** Names of files are shorter, and longer text in brackets stays as it is. */
const MAX_NAME_CHARS = 255
/** Citation marks of some models behind a sentence, as in `【4:0†report.pdf】`. */
const FILE_MARK = new RegExp(`【\\d+(?::\\d+)?†[^【】\\n]{0,${MAX_NAME_CHARS}}】`, 'y')
const HALF_MARK = new RegExp(`【(?:\\d+(?::\\d*)?(?:†[^【】\\n]{0,${MAX_NAME_CHARS}})?)?$`, 'y')

/** Offset behind a citation mark, which is not shown; `undefined` if the bracket is part of the text. */
export function skipFileMark({ text, at, mode }: PhraseReader): number | undefined {
  const patterns = mode.isTail ? [FILE_MARK, HALF_MARK] : [FILE_MARK]
  for (const pattern of patterns) {
    pattern.lastIndex = at
    if (pattern.test(text)) return pattern.lastIndex
  }
  return undefined
}

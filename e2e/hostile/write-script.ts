/** The script of an answer with exactly this text. */
export const sayExactly = (text: string): string => `json ${JSON.stringify(text)}\nfinish stop`

/** A mark after a text, which is a separate paragraph unless the text swallowed it. */
export const markOf = (index: number): string => `mark ${index} end`

/** Texts in one answer, each followed by its mark. */
export const joinMarked = (texts: readonly string[]): string =>
  texts.map((text, index) => `${text}\n\n${markOf(index)}`).join('\n\n')

/** The answer one UTF-16 unit at a time, slowly enough that each is painted. */
export const spell = (text: string, pauseMs: number): string =>
  text
    .split('')
    .map((unit) => `json ${JSON.stringify(unit)}\nwait ${pauseMs}ms`)
    .join('\n')

/** The script of an answer that holds exactly these words. */
export const sayExactly = (text: string): string => `json ${JSON.stringify(text)}\nfinish stop`

/** Words that stand after a text, in a paragraph of their own if nothing swallowed them. */
export const markOf = (index: number): string => `mark ${index} end`

/** Texts in one answer, each with its mark behind it. */
export const joinMarked = (texts: readonly string[]): string =>
  texts.map((text, index) => `${text}\n\n${markOf(index)}`).join('\n\n')

/** The answer one UTF-16 unit at a time, so slowly that each is painted. */
export const spell = (text: string, pauseMs: number): string =>
  text
    .split('')
    .map((unit) => `json ${JSON.stringify(unit)}\nwait ${pauseMs}ms`)
    .join('\n')

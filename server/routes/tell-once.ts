/** How many different texts of strangers are told in an hour: made-up ones fill no disk. */
export const TOLD_MAX = 100
const FORGET_MS = 3_600_000

/** Runs what tells of something, once an hour for each key. */
export function createTellOnce(now: () => number) {
  const told = new Set<string>()
  let since = now()

  return (key: string, tell: () => void): void => {
    if (now() - since >= FORGET_MS) {
      told.clear()
      since = now()
    }
    if (told.has(key) || told.size >= TOLD_MAX) return
    told.add(key)
    tell()
  }
}

const SHOWN_CHARACTERS = 255

/** A stranger's text as a log or an answer may have it. */
export const quoteForeign = (text: string): string =>
  JSON.stringify(text.slice(0, SHOWN_CHARACTERS))

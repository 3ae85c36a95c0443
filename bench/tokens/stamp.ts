/** Characters of a token: a stamp and a space, as long as a longer word. */
export const TOKEN_CHARACTERS = 9
const RADIX = 36
const UNITS_PER_MS = 10

const nowMs = (): number => performance.timeOrigin + performance.now()

/**
 * A token that contains the time at which it was written, in tenths of a millisecond; all processes share one
 * clock.
 */
export function writeStamp(baseMs: number): string {
  const units = Math.round((nowMs() - baseMs) * UNITS_PER_MS)
  return `${units.toString(RADIX).padStart(TOKEN_CHARACTERS - 1, '0')} `
}

/** The age of each token of a text, in milliseconds. */
export function readAges(text: string, baseMs: number): number[] {
  const now = nowMs()
  const ages: number[] = []
  for (let at = 0; at + TOKEN_CHARACTERS <= text.length; at += TOKEN_CHARACTERS) {
    const units = Number.parseInt(text.slice(at, at + TOKEN_CHARACTERS - 1), RADIX)
    ages.push(now - baseMs - units / UNITS_PER_MS)
  }
  return ages
}

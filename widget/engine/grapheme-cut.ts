/** How far past a cut is looked to see whether a character goes on. */
const LOOKAHEAD_UNITS = 32
/** Below it no character joins the one before, except the second half of a line break. */
const FIRST_JOINING_UNIT = 0x300
const LINE_FEED = 0x0a

/**
 * Where to cut `text` so that at most `wanted` units are shown and no character as people see it
 * (emoji, accents, syllables) is torn. May be 0 when the first one is longer than that.
 */
export function graphemeCut(segmenter: Intl.Segmenter, text: string, wanted: number): number {
  if (wanted <= 0) return 0
  if (wanted >= text.length) return endsInHalfPair(text) ? text.length - 1 : text.length
  const before = text.charCodeAt(wanted - 1)
  const after = text.charCodeAt(wanted)
  const isPlain = before < FIRST_JOINING_UNIT && after < FIRST_JOINING_UNIT && after !== LINE_FEED
  if (isPlain) return wanted
  const segments = segmenter.segment(text.slice(0, wanted + LOOKAHEAD_UNITS))
  return segments.containing(wanted)?.index ?? wanted
}

/** The second half of the pair may come with the next chunk. */
function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}

import { expect, test } from 'vitest'
import { findWeakPairs } from './contrast.ts'
import { createPalette } from './palette.ts'

/** Each of red, green and blue in sixteen steps; the short run takes some of each. */
const STEPS = process.env['ALCOVE_TEST_LONG'] === '1' ? 1 : 13
const ACCENTS = Array.from({ length: 4_096 }, (_, index) => {
  const parts = [index >> 8, (index >> 4) & 15, index & 15]
  return `#${parts.map((part) => (part * 17).toString(16).padStart(2, '0')).join('')}`
}).filter((_, index) => index % STEPS === 0)

test.each(['balanced', 'brand'] as const)(
  `whatever the accent, every text can be read and every edge be seen: ${ACCENTS.length} accents, %s (A10, A13)`,
  { timeout: 300_000 },
  (mode) => {
    let kept = 0
    for (const accent of ACCENTS) {
      for (const scheme of ['light', 'dark'] as const) {
        const palette = createPalette(accent, scheme, mode)
        expect(findWeakPairs(palette), `${accent} ${scheme}`).toEqual([])
        if (palette.accent === accent) kept += 1
      }
    }
    console.log(
      `figure: ${mode}: ${((100 * kept) / (2 * ACCENTS.length)).toFixed(0)} % of accents stand as they were given`,
    )
  },
)

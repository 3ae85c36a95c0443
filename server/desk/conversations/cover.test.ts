import { expect, test } from 'vitest'
import { CUT_MARK, MASKED, markMasks, OPEN, SHOWN_TEXT_MAX_CHARACTERS } from './cover.ts'

const CARD = '4111 1111 1111 1111'

test('a text as long as the limit is whole, a longer one is cut and says so', () => {
  const whole = 'word '.repeat(SHOWN_TEXT_MAX_CHARACTERS / 5)
  for (const cover of [MASKED, OPEN]) {
    expect(cover.text(whole)).toBe(whole)
    expect(cover.text(`${whole}x`)).not.toContain('x')
    expect(cover.text(`${whole}x`).endsWith(CUT_MARK)).toBe(true)
  }
})

test('no part of a number stays that a cut goes through', () => {
  for (let shown = 1; shown <= CARD.length; shown++) {
    const before = 'a '
      .repeat(SHOWN_TEXT_MAX_CHARACTERS)
      .slice(0, SHOWN_TEXT_MAX_CHARACTERS - shown)
    expect(MASKED.text(before + CARD)).not.toMatch(/\d/)
  }
})

test('marks what a stored text hides', () => {
  expect(markMasks('to •••@example.com or •••.')).toEqual([
    { text: 'to ' },
    { text: '•••@example.com', mark: 'masked' },
    { text: ' or ' },
    { text: '•••', mark: 'masked' },
    { text: '.' },
  ])
  expect(markMasks('')).toEqual([{ text: '' }])
})

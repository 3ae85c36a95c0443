// @vitest-environment node
import { expect, test } from 'vitest'
import { graphemeCut } from './reveal.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const shown = (text: string, wanted: number) => text.slice(0, graphemeCut(segmenter, text, wanted))

test.each([
  ['plain', 3, 'pla'],
  ['plain', 0, ''],
  ['plain', -1, ''],
  ['plain', 5, 'plain'],
  ['plain', 9, 'plain'],
  ['a\r\nb', 2, 'a'],
  ['a\u0301b', 1, ''],
  ['a\u0301b', 2, 'a\u0301'],
  ['x👍🏽y', 2, 'x'],
  ['x👍🏽y', 3, 'x'],
  ['x👍🏽y', 5, 'x👍🏽'],
  ['👨‍👩‍👧!', 4, ''],
  ['👨‍👩‍👧!', 8, '👨‍👩‍👧'],
  ['🇳🇴🇸🇪', 2, ''],
  ['🇳🇴🇸🇪', 5, '🇳🇴'],
  ['नमस्ते', 1, 'न'],
  ['日本語', 2, '日本'],
  ['é ok', 1, 'é'],
])('of %j at most %i units show %j (U54)', (text, wanted, expected) => {
  expect(shown(text, wanted)).toBe(expected)
})

test('holds half a pair back until the other half comes', () => {
  expect(shown('ab\ud83d', 3)).toBe('ab')
  expect(shown('ab\ud83d\udc4d', 4)).toBe('ab👍')
})

import { expect, test } from 'vitest'
import { DEFAULT_PALETTES } from './default-palettes.ts'
import { COLOR_TOKENS } from './colors.ts'
import { contrast, findWeakPairs, overrideColors, readability } from './contrast.ts'
import { createPalette } from './palette.ts'

const PINE = '#0f6b5c'
test('the measures agree with their published values', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(readability('#888888', '#ffffff')).toBeCloseTo(63.06, 1)
  expect(readability('#ffffff', '#888888')).toBeCloseTo(68.54, 1)
  expect(readability('#000000', '#aaaaaa')).toBeCloseTo(58.15, 1)
  expect(readability('#aabbcc', '#aabbcc')).toBe(0)
})

test('a palette has each colour as one that a style sheet reads', () => {
  const palette = createPalette(PINE, 'dark', 'balanced')

  expect(Object.keys(palette).toSorted()).toEqual(COLOR_TOKENS.toSorted())
  for (const hex of Object.values(palette)) expect(hex).toMatch(/^#[\da-f]{6}$/)
})

test('the brand stays nearer to itself where only WCAG counts', () => {
  const orange = '#f76b15'
  const distance = (mode: 'balanced' | 'brand') =>
    Math.abs(
      contrast(createPalette(orange, 'light', mode).accent, '#ffffff') -
        contrast(orange, '#ffffff'),
    )

  expect(distance('brand')).toBeLessThanOrEqual(distance('balanced'))
  expect(distance('balanced')).toBeGreaterThan(0)
})

test('grey has no hue', () => {
  const { canvas } = createPalette('#808080', 'light', 'balanced')
  const [red, green, blue] = canvas.match(/\w\w/g)!

  expect(new Set([red, green, blue]).size).toBe(1)
})

test('the chat’s own colours are readable by the same rules', () => {
  for (const scheme of ['light', 'dark'] as const) {
    expect(findWeakPairs(DEFAULT_PALETTES[scheme])).toEqual([])
  }
})

test('colours of the owner’s own are taken, alone and together', () => {
  const { palette, weak } = overrideColors(DEFAULT_PALETTES.light, {
    link: '#0000cc',
    canvas: '#fffff0',
  })

  expect(weak).toEqual([])
  expect(palette).toMatchObject({ link: '#0000cc', canvas: '#fffff0', text: '#1a1f1e' })
})

test('a colour that makes a text unreadable is left out and reported, the others apply', () => {
  const { palette, weak } = overrideColors(DEFAULT_PALETTES.light, {
    text: '#cccccc',
    link: '#0000cc',
  })

  expect(palette.text).toBe(DEFAULT_PALETTES.light.text)
  expect(palette.link).toBe('#0000cc')
  expect(weak).toContainEqual({
    front: 'text',
    back: 'surface',
    least: 4.5,
    ratio: expect.closeTo(1.61, 2),
  })
  expect(findWeakPairs(palette)).toEqual([])
})

test('a ground that takes all texts with it is left out', () => {
  const { palette, weak } = overrideColors(DEFAULT_PALETTES.light, { canvas: '#333333' })

  expect(palette).toEqual(DEFAULT_PALETTES.light)
  expect(weak.length).toBeGreaterThan(1)
})

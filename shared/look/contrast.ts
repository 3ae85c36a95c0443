import { convertRgbToLrgb, parseHex } from 'culori/fn'
import type { ColorToken, Palette } from './colors.ts'

export const SURFACES = ['canvas', 'surface', 'raised', 'sunken', 'soft-accent'] as const
const TINTED = [...SURFACES, 'danger-bg', 'warning-bg'] as const

/** Foregrounds with the backgrounds on which they must be readable or visible, and the minimum WCAG ratio. */
export const CONTRAST_PAIRS: readonly (readonly [
  front: ColorToken,
  backs: readonly ColorToken[],
  ratio: number,
])[] = [
  ['text', TINTED, 4.5],
  ['text-muted', TINTED, 4.5],
  ['text-faint', SURFACES, 4.5],
  ['link', SURFACES, 4.5],
  ['on-accent', ['accent', 'accent-hover'], 4.5],
  ['danger', ['danger-bg', 'canvas', 'surface'], 4.5],
  ['warning', ['warning-bg'], 4.5],
  ['control', TINTED, 3],
  ['focus', SURFACES, 3],
  ['accent', SURFACES, 3],
  ['success', SURFACES, 3],
]

export const toRgb = (hex: string) => parseHex(hex) ?? { mode: 'rgb' as const, r: 0, g: 0, b: 0 }

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string): number {
  const { r, g, b } = convertRgbToLrgb(toRgb(hex))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** APCA contrast (0.1.9) of a text on a background, without its sign: 0 to 108. */
export function readability(text: string, ground: string): number {
  const [front, back] = [screenLuminance(text), screenLuminance(ground)]
  const value =
    back > front
      ? (back ** 0.56 - front ** 0.57) * 1.14 - 0.027
      : (front ** 0.62 - back ** 0.65) * 1.14 - 0.027
  return Math.max(0, value * 100)
}

/**
 * Luminances below the first are raised, with the second as exponent. Not the square root of two: APCA
 * specifies three digits.
 */
const [BLACK_LUMINANCE, BLACK_EXPONENT] = [0.022, 1_414 / 1_000] as const

function screenLuminance(hex: string): number {
  const { r, g, b } = toRgb(hex)
  const y = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4
  // A screen shows colours near black lighter than they should be.
  return y < BLACK_LUMINANCE ? y + (BLACK_LUMINANCE - y) ** BLACK_EXPONENT : y
}

/** A pair that is too weak, and by how much. */
export interface WeakPair {
  readonly front: ColorToken
  readonly back: ColorToken
  readonly ratio: number
  readonly least: number
}

export const findWeakPairs = (palette: Palette): WeakPair[] =>
  CONTRAST_PAIRS.flatMap(([front, backs, least]) =>
    backs
      .map((back) => ({ front, back, least, ratio: contrast(palette[front], palette[back]) }))
      .filter(({ ratio }) => ratio < least),
  )

/**
 * Replaces colours of a palette by the owner's. A colour that makes something unreadable is left out and
 * reported, with every colour against which it is too weak.
 */
export function overrideColors(
  palette: Palette,
  own: Readonly<Partial<Record<ColorToken, string>>>,
): { readonly palette: Palette; readonly weak: readonly WeakPair[] } {
  const kept = { ...own }
  const weak: WeakPair[] = []
  for (;;) {
    const next: Palette = { ...palette, ...kept }
    const found = findWeakPairs(next).filter(({ front, back }) => front in kept || back in kept)
    if (found.length === 0) return { palette: next, weak }
    weak.push(...found)
    for (const { front, back } of found) {
      delete kept[front]
      delete kept[back]
    }
  }
}

import type { AccentMode, ColorToken, Palette } from '../../shared/look/colors.ts'
import {
  contrast,
  CONTRAST_PAIRS,
  overrideColors,
  type WeakPair,
} from '../../shared/look/contrast.ts'
import { DEFAULT_PALETTES } from '../../shared/look/default-palettes.ts'
import type { OwnColors } from '../../shared/look/look-options.ts'
import { createPalette } from '../../shared/look/palette.ts'

/** The pair with a colour's lowest contrast. */
export interface Closest {
  readonly front: ColorToken
  readonly back: ColorToken
  readonly ratio: number
  /** The ratio that WCAG requires. */
  readonly least: number
}

export interface Verdict {
  /** Includes the owner's own readable colours. */
  readonly palette: Palette
  /** By the foreground colour. */
  readonly closest: readonly Closest[]
  /** The owner's own colours that were left out, each with its weakest pair. */
  readonly refused: readonly WeakPair[]
  readonly pairs: number
  /** The drawn accent if it differs from the given one. */
  readonly movedTo: string | undefined
}

const weaker = <Pair extends { readonly ratio: number }>(one: Pair, other: Pair): Pair =>
  other.ratio < one.ratio ? other : one

const weakestOf = (pairs: readonly WeakPair[]): WeakPair => pairs.reduce(weaker)

const HEX = /^#[\da-f]{6}$/i

/** Computes the palette for an accent and own colours in a scheme, and the contrast of its texts. */
export function judgeTheme(
  scheme: 'light' | 'dark',
  accent: unknown,
  mode: unknown,
  own: OwnColors = {},
): Verdict {
  const given = typeof accent === 'string' && HEX.test(accent) ? accent.toLowerCase() : undefined
  const base =
    given === undefined
      ? DEFAULT_PALETTES[scheme]
      : createPalette(given, scheme, (mode ?? 'balanced') as AccentMode)
  const { palette, weak } = overrideColors(base, own)
  const closest = CONTRAST_PAIRS.map(([front, backs, least]) =>
    backs
      .map((back) => ({ front, back, least, ratio: contrast(palette[front], palette[back]) }))
      .reduce(weaker),
  )
  return {
    palette,
    closest,
    refused: [...Map.groupBy(weak, ({ front }) => front).values()].map(weakestOf),
    pairs: CONTRAST_PAIRS.reduce((sum, [, backs]) => sum + backs.length, 0),
    movedTo: given !== undefined && base.accent !== given ? base.accent : undefined,
  }
}

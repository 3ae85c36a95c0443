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

/** Where a colour is hardest to read or to see. */
export interface Closest {
  readonly front: ColorToken
  readonly back: ColorToken
  readonly ratio: number
  /** The ratio that WCAG requires. */
  readonly least: number
}

export interface Verdict {
  /** With the owner's own colours in it that are readable. */
  readonly palette: Palette
  /** By the colour that is read. */
  readonly closest: readonly Closest[]
  /** The owner's own that were left out, each with what it is weakest against. */
  readonly refused: readonly WeakPair[]
  readonly pairs: number
  /** The accent as it is drawn, where that is not as it was given. */
  readonly movedTo: string | undefined
}

const weaker = <Pair extends { readonly ratio: number }>(one: Pair, other: Pair): Pair =>
  other.ratio < one.ratio ? other : one

const weakestOf = (pairs: readonly WeakPair[]): WeakPair => pairs.reduce(weaker)

const HEX = /^#[\da-f]{6}$/i

/** Computes the palette for an accent and colours in a scheme, and the contrast of its texts. */
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

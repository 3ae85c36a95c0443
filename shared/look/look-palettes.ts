import type { ColorScheme } from '../bridge/contract.ts'
import { DEFAULT_PALETTES } from './default-palettes.ts'
import type { Look } from './look-options.ts'
import type { Palette } from './colors.ts'
import { overrideColors } from './contrast.ts'
import { createPalette } from './palette.ts'

/** A scheme's colours where the owner says something of them, and what is wrong with the owner's own, in words. */
export function createLookPalettes({ accent, accentMode = 'balanced', tokens }: Look): {
  readonly palettes: Readonly<Partial<Record<ColorScheme, Palette>>>
  readonly problems: readonly string[]
} {
  const palettes: Partial<Record<ColorScheme, Palette>> = {}
  const problems: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    const own = tokens?.[scheme]
    if (accent === undefined && own === undefined) continue
    const base =
      accent === undefined ? DEFAULT_PALETTES[scheme] : createPalette(accent, scheme, accentMode)
    const { palette, weak } = overrideColors(base, own ?? {})
    palettes[scheme] = palette
    for (const { front, back, ratio, least } of weak) {
      problems.push(
        `theme.tokens.${scheme}: ${front} on ${back} has a contrast of ${ratio.toFixed(2)}:1; expected ${least}:1`,
      )
    }
  }
  return { palettes, problems }
}

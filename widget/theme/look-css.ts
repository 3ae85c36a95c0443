import type { ColorScheme } from '../../shared/bridge/contract.ts'
import type { Look } from '../../shared/look/look-options.ts'
import { createLookPalettes } from '../../shared/look/palette.ts'

const ROUNDNESS = { sharp: 0, soft: 0.75, round: 1, pill: 1.35 } as const
const SPACIOUSNESS = { compact: 0.8, normal: 1, spacious: 1.15 } as const

/**
 * Writes a style sheet with the owner's colours, corners, spacing and font; and lists colours that were refused.
 *
 * @param schemes default: both.
 */
export function createLookCss(
  look: Look,
  schemes?: readonly ColorScheme[],
): { readonly text: string; readonly problems: readonly string[] } {
  const { palettes, problems } = createLookPalettes(look, schemes)
  const { radius = 'round', density = 'normal', font } = look
  const rules = [
    `html:root{--roundness:${ROUNDNESS[radius]};--room:${SPACIOUSNESS[density]};${
      font === undefined ? '' : `--font-body:${font};`
    }}`,
    ...Object.entries(palettes).map(
      ([scheme, palette]) =>
        `html:root[data-scheme=${scheme}]{${Object.entries(palette)
          .map(([token, hex]) => `--${token}:${hex};`)
          .join('')}}`,
    ),
  ]
  return { text: rules.join(''), problems }
}

import { convertOklabToRgb, convertRgbToOklab, formatHex } from 'culori/fn'
import type { ColorScheme } from '../bridge/contract.ts'
import type { AccentMode, ColorToken, Palette } from './colors.ts'
import {
  contrast,
  CONTRAST_PAIRS,
  overrideColors,
  readability,
  SURFACES,
  toRgb,
} from './contrast.ts'
import { DEFAULT_PALETTES } from './default-palettes.ts'
import type { Look } from './look-options.ts'

interface Color {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Minimum APCA contrast of a foreground; the others have none. */
const LEGIBLE: Readonly<Partial<Record<ColorToken, number>>> = {
  text: 90,
  'text-muted': 65,
  link: 60,
  'text-faint': 55,
  focus: 45,
  control: 30,
}
/** Minimum APCA contrast of the label on the solid accent. */
const LEGIBLE_LABEL = 60

/** Hues of errors, warnings and success. */
const [RED, AMBER, GREEN] = [25, 70, 150] as const

/** A scheme's lightness of each token before it is moved, and its chroma unless the accent sets it. */
interface Ground {
  readonly neutral: number
  readonly step: 1 | -1
  readonly surfaces: Readonly<Record<(typeof SURFACES)[number] | 'hairline', number>>
  readonly fronts: Readonly<Record<'text' | 'text-muted' | 'text-faint' | 'control', number>>
  readonly softChroma: number
  readonly noteBack: readonly [l: number, c: number]
  readonly note: readonly [l: number, c: number]
}

/** `step`: direction in which a foreground moves away from the surfaces, darker or lighter. */
const GROUNDS: Readonly<Record<ColorScheme, Ground>> = {
  light: {
    neutral: 0.005,
    step: -1,
    surfaces: {
      canvas: 0.985,
      surface: 1,
      raised: 1,
      sunken: 0.962,
      'soft-accent': 0.95,
      hairline: 0.905,
    },
    fronts: { text: 0.235, 'text-muted': 0.49, 'text-faint': 0.53, control: 0.63 },
    softChroma: 0.024,
    noteBack: [0.965, 0.02],
    note: [0.56, 0.16],
  },
  dark: {
    neutral: 0.006,
    step: 1,
    surfaces: {
      canvas: 0.185,
      surface: 0.215,
      raised: 0.25,
      sunken: 0.165,
      'soft-accent': 0.29,
      hairline: 0.325,
    },
    fronts: { text: 0.955, 'text-muted': 0.81, 'text-faint': 0.75, control: 0.6 },
    softChroma: 0.04,
    noteBack: [0.26, 0.05],
    note: [0.78, 0.14],
  },
}

/** Change of a colour's lightness in one step towards enough contrast. */
const LIGHTNESS_STEP = 0.005

/**
 * All colours of a scheme from one accent, `#rrggbb`. Hue and chroma of a colour stay, and its lightness
 * moves until every pair of {@link CONTRAST_PAIRS} holds, so that every accent gives a readable palette.
 */
export function createPalette(accent: string, scheme: ColorScheme, mode: AccentMode): Palette {
  const { neutral, step, surfaces, fronts, softChroma, noteBack, note } = GROUNDS[scheme]
  const brand = toColor(accent)
  // Grey has no hue.
  const h = brand.c < 0.001 ? 0 : brand.h
  const tint = Math.min(brand.c, softChroma)
  const palette: Partial<Record<ColorToken, string>> = {}

  for (const [token, l] of Object.entries(surfaces)) {
    const c = token === 'soft-accent' ? tint : Math.min(brand.c, neutral)
    palette[token as ColorToken] = toHex({ l, c, h })
  }
  palette['danger-bg'] = toHex({ l: noteBack[0], c: noteBack[1], h: RED })
  palette['warning-bg'] = toHex({ l: noteBack[0], c: noteBack[1], h: AMBER })

  const walk = (token: ColorToken, from: Color) => {
    const [, backs, ratio] = CONTRAST_PAIRS.find(([front]) => front === token)!
    const grounds = backs.map((back) => palette[back]!)
    const legible = mode === 'balanced' ? (LEGIBLE[token] ?? 0) : 0
    palette[token] = walkAway(from, step, (hex) =>
      grounds.every(
        (ground) => contrast(hex, ground) >= ratio && readability(hex, ground) >= legible,
      ),
    )
  }
  for (const [token, l] of Object.entries(fronts)) {
    walk(token as ColorToken, { l, c: Math.min(brand.c, neutral * 2), h })
  }
  walk('danger', { l: note[0], c: note[1], h: RED })
  walk('warning', { l: note[0], c: note[1], h: AMBER })
  walk('success', { l: note[0], c: note[1], h: GREEN })
  walk('link', brand)
  walk('focus', brand)
  return { ...(palette as Palette), ...createSolid(brand, palette as Palette, scheme, mode) }
}

/**
 * The solid accent: as close to the brand's colour as a visible label on it, and its surroundings, permit.
 */
function createSolid(
  brand: Color,
  palette: Palette,
  scheme: ColorScheme,
  mode: AccentMode,
): Pick<Palette, 'accent' | 'accent-hover' | 'on-accent'> {
  const grounds = SURFACES.map((name) => palette[name])
  const legible = mode === 'balanced' ? LEGIBLE_LABEL : 0
  const labelOf = (hex: string) =>
    ['#ffffff', '#101010']
      .filter((label) => contrast(label, hex) >= 4.5 && readability(label, hex) >= legible)
      .toSorted((one, other) => readability(other, hex) - readability(one, hex))[0]
  const isSeen = (hex: string) => grounds.every((ground) => contrast(hex, ground) >= 3)

  for (let away = 0; away <= 1; away += LIGHTNESS_STEP) {
    for (const l of [brand.l - away, brand.l + away]) {
      if (l < 0 || l > 1) continue
      const accent = toHex({ ...brand, l })
      const label = labelOf(accent)
      if (label === undefined || !isSeen(accent)) continue
      const hover = toHex({ ...brand, l: l + (label === '#ffffff' ? -0.04 : 0.04) })
      return {
        accent,
        'on-accent': label,
        'accent-hover': contrast(label, hover) >= 4.5 ? hover : accent,
      }
    }
  }
  // Black and white always have a readable label.
  const [accent, label] = scheme === 'light' ? ['#000000', '#ffffff'] : ['#ffffff', '#101010']
  return { accent, 'accent-hover': accent, 'on-accent': label }
}

/** The first colour away from the surfaces, up to the end of lightness, that is good. */
function walkAway(from: Color, step: 1 | -1, isGood: (hex: string) => boolean): string {
  let hex = toHex(from)
  for (let { l } = from; l >= 0 && l <= 1; l += step * LIGHTNESS_STEP) {
    hex = toHex({ ...from, l })
    if (isGood(hex)) return hex
  }
  return step < 0 ? '#000000' : '#ffffff'
}

function toColor(hex: string): Color {
  const { l, a, b } = convertRgbToOklab(toRgb(hex))
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) / DEGREE }
}

const DEGREE = Math.PI / 180

/** The closest colour of that lightness and hue that a screen can show. */
function toHex({ l, c, h }: Color): string {
  const [a, b] = [Math.cos(h * DEGREE), Math.sin(h * DEGREE)]
  const at = (chroma: number) => convertOklabToRgb({ l, a: chroma * a, b: chroma * b })
  const isShown = ({ r, g, b }: { r: number; g: number; b: number }) =>
    [r, g, b].every((part) => part >= -0.0001 && part <= 1.0001)
  let [low, high] = [0, c]
  if (isShown(at(c))) low = c
  else {
    while (high - low > 0.001) {
      const middle = (low + high) / 2
      if (isShown(at(middle))) low = middle
      else high = middle
    }
  }
  return formatHex(at(low))
}

/** A scheme's colours if the owner sets any, and the faults of the owner's colours, in sentences. */
export function createLookPalettes(
  { accent, accentMode = 'balanced', tokens }: Look,
  schemes: readonly ColorScheme[] = ['light', 'dark'],
): {
  readonly palettes: Readonly<Partial<Record<ColorScheme, Palette>>>
  readonly problems: readonly string[]
} {
  const palettes: Partial<Record<ColorScheme, Palette>> = {}
  const problems: string[] = []
  for (const scheme of schemes) {
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

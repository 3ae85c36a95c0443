/**
 * Every colour of the frame by the name of its custom property; `tokens.css` has the values without an
 * accent.
 */
export const COLOR_TOKENS = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'soft-accent',
  'hairline',
  'control',
  'text',
  'text-muted',
  'text-faint',
  'link',
  'accent',
  'on-accent',
  'accent-hover',
  'focus',
  'danger',
  'danger-bg',
  'warning',
  'warning-bg',
  'success',
] as const
export type ColorToken = (typeof COLOR_TOKENS)[number]

/** `#rrggbb` by token. */
export type Palette = Readonly<Record<ColorToken, string>>

/** `brand`: only WCAG's minimum moves a colour; `balanced`: readability does, too. */
export type AccentMode = 'balanced' | 'brand'

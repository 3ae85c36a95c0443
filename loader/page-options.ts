import type { LookOptions, Theme } from '../shared/look/look-options.ts'

/** What a host page can choose: `data-` attributes of the script tag, or `createChat`'s argument. */
export interface HostOptions {
  /** The project's id: lower-case letters, digits and hyphens, at most 63. Default `default`. */
  app: string
  /** Default `auto`, which follows the visitor's system and changes with it. */
  theme: 'auto' | 'light' | 'dark'
  /** The launcher's corner; `end` is the left one on right-to-left pages. Default `bottom-end`. */
  position: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start'
  /** Pixels between the launcher and the edges of its corner, 0 to 9999. Default 20. */
  offsetX: number | string
  offsetY: number | string
  /** A whole number. Default 2147482000. */
  zIndex: number | string
  /** The service's address. `createChat` needs it; the script tag knows it from its own address. */
  baseUrl: string
  /** `#rrggbb`: the launcher has exactly that. Default: Pine. */
  accent: string
  /** How round corners are. Default `round`. */
  radius: 'sharp' | 'soft' | 'round' | 'pill'
  /** The launcher's name, 1 to 60 characters. Default `Open chat`. */
  launcherLabel: string
  /** The launcher's picture: the `d` of a path on a grid of 24 by 24, drawn as a line. Default: three lines. */
  launcherIcon: string
}

/** What a page says of itself and the chat: the launcher's own, and looks and words. */
export interface GivenOptions
  extends Partial<Omit<HostOptions, 'theme' | 'accent' | 'radius'>>, LookOptions {
  launcher?: { label?: string; icon?: string }
}

/** What the page said so far, and what of it the first file reads. */
export interface PageOptions {
  all: Readonly<Record<string, unknown>>
  read: HostOptions
}

/** The default, and what is taken. In `/p/<project>/alcove.js` the service has put the project's own defaults here. */
const TABLE: Readonly<Record<keyof HostOptions, readonly [fallback: unknown, taken: RegExp]>> = {
  app: ['default', /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/],
  theme: ['auto', /^(auto|light|dark)$/],
  position: ['bottom-end', /^(bottom|top)-(end|start)$/],
  offsetX: [20, /^\d{1,4}$/],
  offsetY: [20, /^\d{1,4}$/],
  zIndex: [2147482000, /^-?\d{1,10}$/],
  baseUrl: ['', /^https?:\/\/[^\s?#]+$/],
  accent: ['', /^#[\da-f]{6}$/i],
  radius: ['round', /^(sharp|soft|round|pill)$/],
  launcherLabel: ['Open chat', /^.{1,60}$/u],
  launcherIcon: ['M4 7h16M4 12h16M4 17h10', /^M[\d\s.,a-z-]+$/i],
}

/** Grouped or flat: `theme: { accent }` is `accent`. What somebody put on every object is no option. */
export function flattenOptions(all: PageOptions['all']): Record<string, unknown> {
  const flat = { __proto__: null, ...all } as Record<string, unknown>
  const { theme, launcher } = flat as GivenOptions
  if (Object(theme) === theme) Object.assign(flat, theme, { theme: (theme as Theme).scheme })
  if (launcher) {
    flat['launcherLabel'] = launcher.label
    flat['launcherIcon'] = launcher.icon
  }
  return flat
}

/** Fills in defaults, also for what is wrong: the second file has the words for that. */
export function readOptions(all: PageOptions['all']): HostOptions {
  const flat = flattenOptions(all)
  for (const [name, [fallback, taken]] of Object.entries(TABLE)) {
    if (!taken.test((flat[name] ?? '') as string)) flat[name] = fallback
  }
  return flat as unknown as HostOptions
}

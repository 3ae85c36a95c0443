import type { ColorScheme } from '../shared/bridge/contract.ts'
import { isPlainObject } from '../shared/json.ts'
import type { LookOptions, Theme } from '../shared/look/look-options.ts'

/** What a host page can choose: `data-` attributes of the script tag, or `createChat`'s argument. */
export interface HostOptions {
  /** The project's id: lower-case letters, digits and hyphens, at most 63. Default `default`. */
  app: string
  /** Default `auto`, which follows the visitor's system and changes with it; `host` follows the page's own switch. */
  theme: 'auto' | 'light' | 'dark' | 'host'
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

/** Where the chat stands on the page, and when. */
export interface PlaceOptions {
  /**
   * `popover`: beside its launcher. `sidebar`: along an edge of the window. `inline`: in `target`, always open.
   * `fullpage`: all of the window, or of `target`, always open. The first two are full-screen sheets on a
   * phone. Default `popover`.
   */
  mode?: 'popover' | 'sidebar' | 'inline' | 'fullpage'
  /** What `inline` stands in: an element, or a selector of one, which may come later. */
  target?: string | Element
  /** Whether a sidebar makes the page narrower while it is open, once somebody has touched the page. Default `false`. */
  push?: boolean
  /** Addresses by path, as `/shop/*` or `/help/:topic`, on which the chat is shown; one, or a list. Default: all. */
  showOn?: string | readonly string[]
  /** Addresses on which it is not; goes before `showOn`. */
  hideOn?: string | readonly string[]
  /** A selector of the page's own bars and banners: launcher and bubbles stand above or below them. */
  avoid?: string
  /** What a bubble beside the launcher says, once to each visitor who closed it. Default: there is none. */
  proactive?: string
  /** Seconds on the page before it comes, 0 to 3600. Default 5. */
  proactiveDelay?: number | string
  /**
   * Whether the page's own elements speak with the chat: `data-alcove-open`, `data-alcove-ask="…"`,
   * `data-alcove-thread="…"`, `data-alcove-context="…"` and links to `#alcove:ask=…`; with `'send'` also
   * `data-alcove-send="…"`, which sends at once: not where others may write HTML. Default `false`.
   */
  triggers?: boolean | string
  /**
   * There at all: for whoever builds the page. A box in the other corner shows what goes on, and the card of a chat that
   * did not load says cause and remedy to everybody, as on localhost.
   */
  debug?: boolean | string
  /** Whether the page's title counts answers that nobody has read. Default `false`. */
  titleBadge?: boolean
  /** Of a tag: what the chat's global is called. A page with several chats gives each its own. Default `Alcove`. */
  global?: string
}

/** What a page says of itself and the chat: the launcher's own, and looks and words. */
export interface GivenOptions
  extends Partial<Omit<HostOptions, 'theme' | 'accent' | 'radius'>>, PlaceOptions, LookOptions {
  /**
   * Its look; or `none`; or a selector of the page's own elements, which open and close the chat in
   * its place and are told how it stands (`aria-expanded`, `data-alcove-count`).
   */
  launcher?: string | { label?: string; icon?: string }
  /**
   * What the chat speaks: a tag such as `de` or `pt-BR`, or `html`, what the page's document says it is in
   * (`<html lang>`), now and later. Default `html`; a document that says nothing leaves it to the browser.
   */
  locale?: string
  /** As an attribute `data-events-content`. */
  events?: { content?: boolean }
  /**
   * Whether events bring what is said, where the service lets the page read it (`hostReads`): in conversations
   * that are begun from then on, which say so. Default `false`, ids, lengths and times only.
   */
  eventsContent?: boolean | string
  /**
   * Where links of an answer to the page's own site open: `page`, in the page itself, which hears of each as
   * the event `link` and can keep it (`preventDefault`). Places of the page (`#…`) and `linksPaths` open at once, every
   * other address is shown first and opens when the person agrees. Default `tab`, a new one, as all other links do.
   */
  links?: 'tab' | 'page'
  /**
   * With `links: 'page'`, addresses of the site that open without a question, as `/shop/*` or `/help/:topic`; one, or a
   * list. Not for addresses that do something when they are opened, such as `/logout`. Default: none.
   */
  linksPaths?: string | readonly string[]
  /**
   * For a project that checks new visitors (`visitors.allow`): text that proves a real visitor, such as the token of
   * a captcha, at most 4,096 characters; or a function that gives it, within 10 seconds. It is asked when a visitor
   * without a name sends something for the first time, and no attribute can hold it. Default: nothing is shown.
   */
  visitorProof?: string | (() => string | Promise<string>)
}

/** What the page said so far, and what of it the first file reads. */
export interface PageOptions {
  all: Readonly<Record<string, unknown>>
  read: HostOptions
  /** The page's own scheme, where the chat follows it: the third file reads it. */
  scheme?: ColorScheme | undefined
}

/**
 * What holds where the page says nothing. In `/p/<project>/alcove.js` the service has put the project's own
 * defaults here (`server/console/project-files.ts`).
 */
const DEFAULTS: Readonly<Record<keyof HostOptions, string | number>> = {
  app: 'default',
  theme: 'auto',
  position: 'bottom-end',
  offsetX: 20,
  offsetY: 20,
  zIndex: 2147482000,
  baseUrl: '',
  accent: '',
  radius: 'round',
  launcherLabel: 'Open chat',
  launcherIcon: 'M4 7h16M4 12h16M4 17h10',
}

/** What is taken of each option, as text. */
const PATTERNS: Readonly<Record<keyof HostOptions, RegExp>> = {
  app: /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/,
  theme: /^(dark|light|auto|host)$/,
  position: /^(top|bottom)-(start|end)$/,
  offsetX: /^\d{1,4}$/,
  offsetY: /^\d{1,4}$/,
  zIndex: /^-?\d{1,10}$/,
  baseUrl: /^https?:\/\/[^\s?#]+$/,
  accent: /^#[\da-f]{6}$/i,
  radius: /^(sharp|soft|round|pill)$/,
  launcherLabel: /^.{1,60}$/u,
  launcherIcon: /^M[\d\s.,a-z-]+$/i,
}

/** Grouped or flat: `theme: { accent }` is `accent`. What somebody put on every object is no option. */
export function flattenOptions(all: PageOptions['all']): Record<string, unknown> {
  const flat = { __proto__: null, ...all } as Record<string, unknown>
  const { theme, launcher } = flat as GivenOptions
  if (typeof theme === 'object')
    Object.assign(flat, theme, { theme: (theme as Theme | null)?.scheme })
  if (typeof launcher === 'object') {
    flat['launcherLabel'] = launcher?.label
    flat['launcherIcon'] = launcher?.icon
  }
  return flat
}

/** Options that say where the chat stands, or what stands beside it. */
const PLACE_NAMES = ['mode', 'showOn', 'hideOn', 'avoid', 'triggers', 'proactive'] as const

/** Whether the page wants more than a launcher in its corner before a visitor comes near. */
export function isPlaced(given: GivenOptions): boolean {
  const isSelector = typeof given.launcher === 'string'
  return (
    isSelector ||
    given.theme === 'host' ||
    'debug' in given ||
    PLACE_NAMES.some((name) => given[name])
  )
}

/** Fills in defaults, also for what is wrong: the second file has the words for that. */
export function readOptions(all: PageOptions['all']): HostOptions {
  const flat = flattenOptions(all)
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    if (!pattern.test((flat[name] ?? '') as string))
      flat[name] = DEFAULTS[name as keyof HostOptions]
  }
  return flat as unknown as HostOptions
}

/** What the page said, with a patch over it: groups are merged, and `undefined` takes back. */
export const mergeOptions = (all: PageOptions['all'], patch: unknown): PageOptions['all'] =>
  merge(groupTheme(all), groupTheme(Object(patch) as PageOptions['all']))

/** `'dark'` is short for `{ scheme: 'dark' }`: neither takes the place of an accent. */
const groupTheme = (options: PageOptions['all']): PageOptions['all'] =>
  typeof options['theme'] === 'string'
    ? { ...options, theme: { scheme: options['theme'] } }
    : options

function merge(all: PageOptions['all'], patch: PageOptions['all']): PageOptions['all'] {
  const merged: Record<string, unknown> = { ...all }
  for (const [name, given] of Object.entries(patch)) {
    const before = merged[name]
    if (given === undefined) delete merged[name]
    else merged[name] = isPlainObject(before) && isPlainObject(given) ? merge(before, given) : given
  }
  return merged
}

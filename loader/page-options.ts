import type { ColorScheme } from '../shared/bridge/contract.ts'
import { isPlainObject } from '../shared/json.ts'
import type { LookOptions, Theme } from '../shared/look/look-options.ts'

/** Options of a host page: `data-` attributes of the script tag, or the argument of `createChat`. */
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
  /** The service's address. Required by `createChat`; the script tag derives it from its own address. */
  baseUrl: string
  /** `#rrggbb`: the launcher has exactly this colour. Default: Pine. */
  accent: string
  /** Radius of corners. Default `round`. */
  radius: 'sharp' | 'soft' | 'round' | 'pill'
  /** The launcher's name, 1 to 60 characters. Default `Open chat`. */
  launcherLabel: string
  /** The launcher's picture: the `d` of a path on a grid of 24 by 24, drawn as a line. Default: three lines. */
  launcherIcon: string
}

/** Options about the chat's place on the page. */
export interface PlaceOptions {
  /**
   * `popover`: beside its launcher. `sidebar`: along an edge of the window. `inline`: in `target`, always open.
   * `fullpage`: all of the window, or of `target`, always open. The first two are full-screen sheets on a
   * phone. Default `popover`.
   */
  mode?: 'popover' | 'sidebar' | 'inline' | 'fullpage'
  /** The element of `inline`: an element, or a selector of one, which may be added later. */
  target?: string | Element
  /**
   * Whether an open sidebar makes the page narrower, after the first user interaction with the page. Default
   * `false`.
   */
  push?: boolean
  /** Paths on which the chat is shown, such as `/shop/*` or `/help/:topic`; one, or a list. Default: all. */
  showOn?: string | readonly string[]
  /** Paths on which the chat is hidden; takes precedence over `showOn`. */
  hideOn?: string | readonly string[]
  /** A selector of the page's own bars and banners: launcher and bubbles stand above or below them. */
  avoid?: string
  /** Text of a bubble beside the launcher, shown to each visitor until they close it. Default: no bubble. */
  proactive?: string
  /** Seconds on the page before the bubble is shown, 0 to 3600. Default 5. */
  proactiveDelay?: number | string
  /**
   * Whether the page's own elements can control the chat: `data-alcove-open`, `data-alcove-ask="…"`,
   * `data-alcove-thread="…"`, `data-alcove-context="…"` and links to `#alcove:ask=…`; with `'send'` also
   * `data-alcove-send="…"`, which sends at once. Do not use `'send'` where others may write HTML. Default
   * `false`.
   */
  triggers?: boolean | string
  /**
   * For the page's developer; its presence is enough. A box in the other corner shows the chat's activity,
   * and the card of a chat that did not load shows cause and remedy to everyone, as on localhost.
   */
  debug?: boolean | string
  /** Whether the page's title shows the number of unread answers. Default `false`. */
  titleBadge?: boolean
  /**
   * For a tag: name of the chat's global variable. A page with several chats gives each its own. Default
   * `Alcove`.
   */
  global?: string
}

/** All options of a page: those of the launcher, the place, looks and texts. */
export interface GivenOptions
  extends Partial<Omit<HostOptions, 'theme' | 'accent' | 'radius'>>, PlaceOptions, LookOptions {
  /**
   * The launcher's appearance; or `none`; or a selector of the page's own elements, which then open and close
   * the chat and get its state (`aria-expanded`, `data-alcove-count`).
   */
  launcher?: string | { label?: string; icon?: string }
  /**
   * Language of the chat: a tag such as `de` or `pt-BR`, or `html`, the language of the page's document
   * (`<html lang>`), which is followed when it changes. Default `html`; without a language on the document,
   * the browser's.
   */
  locale?: string
  /** As an attribute `data-events-content`. */
  events?: { content?: boolean }
  /**
   * Whether events contain the content of messages, if the service lets the page read it (`hostReads`).
   * Applies to conversations that start afterwards, and they say so. Default `false`: only ids, lengths and
   * times.
   */
  eventsContent?: boolean | string
  /**
   * The target of links in an answer to the page's own site. `page`: the page itself, which gets an event
   * `link` for each and can prevent it (`preventDefault`). Places of the page (`#…`) and `linksPaths` open at
   * once; every other address is shown first and opens when the person agrees. Default `tab`: a new tab, as
   * for all other links.
   */
  links?: 'tab' | 'page'
  /**
   * With `links: 'page'`, addresses of the site that open without a question, such as `/shop/*` or
   * `/help/:topic`; one, or a list. Not for addresses that have an effect when opened, such as `/logout`.
   * Default: none.
   */
  linksPaths?: string | readonly string[]
  /**
   * For a project that checks new visitors (`visitors.allow`): text that proves a real visitor, such as the
   * token of a captcha, at most 4,096 characters; or a function that returns it within 10 seconds. Used when
   * a visitor without a name sends something for the first time. Cannot be set by an attribute. Default: no
   * proof.
   */
  visitorProof?: string | (() => string | Promise<string>)
}

/** The page's current options, and the validated ones of the first file. */
export interface PageOptions {
  all: Readonly<Record<string, unknown>>
  read: HostOptions
  /** The page's own scheme, if the chat follows it. Set by the third file. */
  scheme?: ColorScheme | undefined
}

/**
 * Default values. In `/p/<project>/alcove.js` the service has inserted the project's own defaults here
 * (`server/console/project-files.ts`).
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

/** Accepted values of each option, as text. */
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

/** Flattens groups: `theme: { accent }` becomes `accent`. Properties of `Object.prototype` are ignored. */
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

/** Options about the chat's place, or about elements beside it. */
const PLACE_NAMES = ['mode', 'showOn', 'hideOn', 'avoid', 'triggers', 'proactive'] as const

/** Whether the page needs more than a launcher in its corner before a visitor approaches it. */
export function isPlaced(given: GivenOptions): boolean {
  const isSelector = typeof given.launcher === 'string'
  return (
    isSelector ||
    given.theme === 'host' ||
    'debug' in given ||
    PLACE_NAMES.some((name) => given[name])
  )
}

/** Replaces missing and invalid values by defaults. The second file reports the invalid ones. */
export function readOptions(all: PageOptions['all']): HostOptions {
  const flat = flattenOptions(all)
  const ofProject = { __proto__: null, ...Object(flat['projectLook']) } as Record<string, unknown>
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const isValid = (value: unknown) => pattern.test((value ?? '') as string)
    if (isValid(flat[name])) continue
    flat[name] = isValid(ofProject[name]) ? ofProject[name] : DEFAULTS[name as keyof HostOptions]
  }
  return flat as unknown as HostOptions
}

/** Merges a patch into the page's options: groups are merged, and `undefined` removes an option. */
export const mergeOptions = (all: PageOptions['all'], patch: unknown): PageOptions['all'] =>
  merge(groupTheme(all), groupTheme(Object(patch) as PageOptions['all']))

/** `'dark'` is short for `{ scheme: 'dark' }`. As a group it does not replace an accent when merged. */
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

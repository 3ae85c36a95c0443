import { AlcoveError } from '../../shared/errors.ts'
import { flattenOptions, type GivenOptions, type PageOptions } from '../page-options.ts'
import { NOTICE_TEXT_MAX } from './notice.ts'

/** The longest that a page may be read before its greeting comes, in seconds. */
export const PROACTIVE_DELAY_MAX_S = 3_600

/** Whether a value is taken, and what would be, in words. */
type Expectation = readonly [isTaken: (value: unknown, target: unknown) => boolean, words: string]

/** The options that the first file has no table for. */
export const PLACE_OPTIONS: Readonly<Partial<Record<keyof GivenOptions, Expectation>>> = {
  mode: [isMode, 'popover, sidebar, fullpage, or inline with a target'],
  target: [isTarget, 'a selector of an element, or an element'],
  push: [isSwitch, 'true or false'],
  launcher: [
    (value) => typeof value === 'object' || isSelector(value),
    'none, or a selector of elements',
  ],
  showOn: [isPaths, 'paths such as /shop/*'],
  hideOn: [isPaths, 'paths such as /shop/*'],
  linksPaths: [isPaths, 'paths such as /shop/*'],
  avoid: [isSelector, 'a selector of elements'],
  proactive: [
    (value) => typeof value === 'string' && value.trim() !== '' && value.length <= NOTICE_TEXT_MAX,
    `1 to ${NOTICE_TEXT_MAX} characters`,
  ],
  proactiveDelay: [
    (value) => /^\d{1,4}$/.test(String(value)) && Number(value) <= PROACTIVE_DELAY_MAX_S,
    `0 to ${PROACTIVE_DELAY_MAX_S} seconds`,
  ],
  triggers: [(value) => isSwitch(value) || isSending(value), 'true, false or send'],
  titleBadge: [isSwitch, 'true or false'],
}

/** What the first file takes of its own, in words. What else is given, the frame reads and answers. */
const FIRST_WORDS: Readonly<Partial<Record<keyof GivenOptions, string>>> = {
  theme: 'auto, light, dark or host',
  position: 'bottom-end, bottom-start, top-end or top-start',
  offsetX: '0 to 9999',
  offsetY: '0 to 9999',
  zIndex: 'a whole number',
  launcherLabel: '1 to 60 characters',
  launcherIcon: 'a path as in SVG',
}

/** What the page says of the place, without what is wrong with it: that is told, and its default counts. */
export function readPlace(all: PageOptions['all']): GivenOptions {
  const flat = flattenOptions(all)
  return Object.fromEntries(
    Object.entries(PLACE_OPTIONS)
      .filter(
        ([name, [isTaken]]) => flat[name] !== undefined && isTaken(flat[name], flat['target']),
      )
      .map(([name]) => [name, flat[name]]),
  )
}

/** Tells what is wrong by now; each value once, and without it: whoever misspells an option may have given a key. */
export function createOptionTeller(tell: (error: AlcoveError) => void) {
  const told = new Map<string, unknown>()

  function check(name: string, value: unknown, isRight: boolean, words: string) {
    if (value === undefined || isRight || told.get(name) === value) return
    told.set(name, value)
    tell(new AlcoveError('config_invalid', `${name}: expected ${words}`))
  }

  return ({ all, read }: PageOptions): void => {
    const flat = flattenOptions(all)
    for (const [name, words] of Object.entries(FIRST_WORDS)) {
      check(name, flat[name], flat[name] === (read as unknown as typeof flat)[name], words)
    }
    for (const [name, [isTaken, words]] of Object.entries(PLACE_OPTIONS)) {
      check(name, flat[name], isTaken(flat[name], flat['target']), words)
    }
  }
}

/** One, or a list; in an attribute between spaces. */
export function readPatterns(given: unknown): readonly string[] {
  const patterns: unknown[] = typeof given === 'string' ? given.split(/\s+/) : []
  return (Array.isArray(given) ? given : patterns).map(String).filter(Boolean)
}

/** In an attribute it is a text. */
export const isOn = (value: unknown): boolean => String(value) === 'true'

/** Elements of the page send as well: whoever lets others write HTML does not want that. */
export const isSending = (triggers: unknown): boolean => triggers === 'send'

function isMode(value: unknown, target: unknown): boolean {
  return (
    /^(popover|sidebar|fullpage)$/.test(String(value)) || (value === 'inline' && isTarget(target))
  )
}

function isSwitch(value: unknown): boolean {
  return /^(true|false)$/.test(String(value))
}

function isPaths(value: unknown): boolean {
  return readPatterns(value).every((path) => path.startsWith('/'))
}

function isTarget(value: unknown): boolean {
  return value instanceof Element || (typeof value === 'string' && isSelector(value))
}

function isSelector(value: unknown): boolean {
  try {
    document.createDocumentFragment().querySelector(String(value))
    return true
  } catch {
    return false
  }
}

import { AlcoveError } from '../../shared/errors.ts'
import { asWritten } from '../as-written.ts'
import { flattenOptions, type GivenOptions, type PageOptions } from '../page-options.ts'
import { NOTICE_TEXT_MAX } from './notice.ts'

/** Upper limit of `proactiveDelay`, in seconds. */
export const PROACTIVE_DELAY_MAX_S = 3_600

/** A check for a value, and the expected value as text. */
type Expectation = readonly [isTaken: (value: unknown, target: unknown) => boolean, words: string]

/** The options that the first file does not validate. */
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

/** Expected values of the options that the first file validates. The frame validates all others. */
const FIRST_WORDS: Readonly<Partial<Record<keyof GivenOptions, string>>> = {
  theme: 'auto, light, dark or host',
  position: 'bottom-end, bottom-start, top-end or top-start',
  offsetX: '0 to 9999',
  offsetY: '0 to 9999',
  zIndex: 'a whole number',
  launcherLabel: '1 to 60 characters',
  launcherIcon: 'a path as in SVG',
}

/** The page's options about place, without invalid ones: those are reported and replaced by their defaults. */
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

/**
 * Returns a function that reports invalid options, each value once. The value itself is left out, because the
 * value of a misspelled option may be a key.
 */
export function createOptionTeller(tell: (error: AlcoveError) => void) {
  const reported = new Map<string, unknown>()

  function check(name: string, value: unknown, isRight: boolean, words: string) {
    if (value === undefined || isRight || reported.get(name) === value) return
    reported.set(name, value)
    tell(asWritten(new AlcoveError('config_invalid', `${name}: expected ${words}`)))
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

/** A pattern or a list of patterns; separated by spaces in an attribute. */
export function readPatterns(given: unknown): readonly string[] {
  const patterns: unknown[] = typeof given === 'string' ? given.split(/\s+/) : []
  return (Array.isArray(given) ? given : patterns).map(String).filter(Boolean)
}

/** Attributes hold text. */
export const isOn = (value: unknown): boolean => String(value) === 'true'

/** Elements of the page can send messages. Pages where others may write HTML must not enable that. */
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

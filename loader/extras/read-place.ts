import { flattenOptions, type GivenOptions, type PageOptions } from '../page-options.ts'
import { NOTICE_TEXT_MAX } from './notice.ts'

/** The longest that a page may be read before its greeting comes, in seconds. */
export const PROACTIVE_DELAY_MAX_S = 3_600

/** The options that the first file has no table for, and what is taken for each. */
export const TAKEN: Readonly<
  Partial<Record<keyof GivenOptions, (value: unknown, target: unknown) => boolean>>
> = {
  mode: (value, target) =>
    /^(popover|sidebar|fullpage)$/.test(String(value)) || (value === 'inline' && isTarget(target)),
  target: isTarget,
  push: isSwitch,
  launcher: (value) => typeof value === 'object' || isSelector(value),
  showOn: isPaths,
  hideOn: isPaths,
  avoid: isSelector,
  proactive: (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= NOTICE_TEXT_MAX,
  proactiveDelay: (value) =>
    /^\d{1,4}$/.test(String(value)) && Number(value) <= PROACTIVE_DELAY_MAX_S,
  triggers: (value) => isSwitch(value) || isSending(value),
  titleBadge: isSwitch,
}

/** What the page says of the place, without what is wrong with it: that is told, and its default counts. */
export function readPlace(all: PageOptions['all']): GivenOptions {
  const flat = flattenOptions(all)
  return Object.fromEntries(
    Object.entries(TAKEN)
      .filter(([name, isTaken]) => flat[name] !== undefined && isTaken(flat[name], flat['target']))
      .map(([name]) => [name, flat[name]]),
  )
}

/** One, or a list; in an attribute between spaces. */
export function readPatterns(given: unknown): readonly string[] {
  const patterns: unknown[] = typeof given === 'string' ? given.split(/\s+/) : []
  return (Array.isArray(given) ? given : patterns).map(String).filter(Boolean)
}

/** In an attribute it is a text. */
export const isOn = (value: unknown): boolean => String(value) === 'true'

function isSwitch(value: unknown): boolean {
  return /^(true|false)$/.test(String(value))
}

/** Elements of the page send as well: whoever lets others write HTML does not want that. */
export const isSending = (triggers: unknown): boolean => triggers === 'send'

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

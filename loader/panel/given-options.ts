import type { FrameSetup } from '../../shared/bridge/contract.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import { ofDocument } from '../own-document.ts'
import { flattenOptions, isPlaced, type PageOptions } from '../page-options.ts'

/** Whether the page has options about its place, or invalid ones: both need the third file. */
export function needsExtras({ all, read }: PageOptions): boolean {
  const flat = flattenOptions(all)
  return (
    isPlaced(read) ||
    Boolean(flat['titleBadge']) ||
    flat['linksPaths'] !== undefined ||
    Object.entries(read).some(([name, value]) => flat[name] !== undefined && flat[name] !== value)
  )
}

/** The page's options about looks, texts, events and links, as sent to the frame. */
export const describeOptions = (
  all: PageOptions['all'],
): Pick<FrameSetup, 'look' | 'locale' | 'wantsContent' | 'hasVisitorProof' | 'linksTo'> => ({
  look: toLook(all),
  locale: toLocale(all),
  wantsContent: wantsContent(all),
  hasVisitorProof: all['visitorProof'] !== undefined,
  linksTo: linksTo(all),
})

/** The chat's language; undefined if neither the page's options nor its document set one. */
const toLocale = ({ locale }: PageOptions['all']): string | undefined =>
  (typeof locale === 'string' && locale !== 'html' && locale) ||
  ofDocument('documentElement').lang ||
  undefined

/** Whether the page asks for content in events. */
const wantsContent = ({ events, eventsContent }: PageOptions['all']): boolean =>
  (Object(events) as { content?: unknown }).content === true || String(eventsContent) === 'true'

/** The origin whose links the page opens itself. */
export const linksTo = ({ links }: PageOptions['all']): string | undefined =>
  links === 'page' ? location.origin : undefined

/**
 * Attributes that page optimisers and consent managers leave on a script tag, as `dataset` names them. They
 * are neither options nor misspelled options.
 */
const TAG_NOTES =
  /^(src|type|category|cookieconsent|usercentrics|cfasync|handle|minify|optimized|noptimize|no(Optimize|Defer|Minify|Delay)|(rocket|litespeed|perfmatters|pagespeed|nitro|cmp|wp)([A-Z].*)?)$/

/**
 * The options that the frame reads, as data, without functions and elements of the page. Undefined if there
 * are none, or if they have no JSON form.
 */
export function toLook(all: PageOptions['all']): JsonObject | undefined {
  const given = Object.entries(all).filter(
    ([name, value]) =>
      !(LOADER_OPTIONS.includes(name) || TAG_NOTES.test(name)) ||
      (name === 'theme' && isPlainObject(value)),
  )
  try {
    const look = JSON.parse(plainJsonText(Object.fromEntries(given)) ?? '{}') as JsonObject
    return Object.keys(look).length > 0 ? look : undefined
  } catch {
    return undefined
  }
}

import type { FrameSetup } from '../../shared/bridge/contract.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import { ofDocument } from '../own-document.ts'
import { flattenOptions, isPlaced, type PageOptions } from '../page-options.ts'

/** Whether the page says where the chat stands, or something that is wrong: the third file knows more. */
export function needsExtras({ all, read }: PageOptions): boolean {
  const flat = flattenOptions(all)
  return (
    isPlaced(read) ||
    Boolean(flat['titleBadge']) ||
    flat['linksPaths'] !== undefined ||
    Object.entries(read).some(([name, value]) => flat[name] !== undefined && flat[name] !== value)
  )
}

/** What the page wants of looks, words, events and links, as the frame is told. */
export const describeOptions = (
  all: PageOptions['all'],
): Pick<FrameSetup, 'look' | 'locale' | 'wantsContent' | 'hasVisitorProof' | 'linksTo'> => ({
  look: toLook(all),
  locale: toLocale(all),
  wantsContent: wantsContent(all),
  hasVisitorProof: all['visitorProof'] !== undefined,
  linksTo: linksTo(all),
})

/** What the page wants the chat to speak; nothing, where neither it nor its document says. */
const toLocale = ({ locale }: PageOptions['all']): string | undefined =>
  (typeof locale === 'string' && locale !== 'html' && locale) ||
  ofDocument('documentElement').lang ||
  undefined

/** Whether the page asks for what is said. */
const wantsContent = ({ events, eventsContent }: PageOptions['all']): boolean =>
  (Object(events) as { content?: unknown }).content === true || String(eventsContent) === 'true'

/** Where links lead that the page opens itself. */
export const linksTo = ({ links }: PageOptions['all']): string | undefined =>
  links === 'page' ? location.origin : undefined

/**
 * Attributes that optimisers and consent managers of pages leave on a script tag, as `dataset` names them: no options of
 * a chat, and no misspelled ones.
 */
const TAG_NOTES =
  /^(src|type|category|cookieconsent|usercentrics|cfasync|handle|minify|optimized|noptimize|no(Optimize|Defer|Minify|Delay)|(rocket|litespeed|perfmatters|pagespeed|nitro|cmp|wp)([A-Z].*)?)$/

/**
 * What the frame has to read, as data: functions and elements of the page stay there. Nothing, where
 * nothing is said of it, or it cannot be written.
 */
function toLook(all: PageOptions['all']): JsonObject | undefined {
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

import { isPlainObject } from '../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { withValue } from './json-path.ts'
import type { Path } from './json-path.ts'

/** Name of a source of knowledge, as the server writes it in paths. */
export function sourceName(source: JsonObject): string {
  const { sitemap, url } = source
  if (typeof sitemap === 'string') return `sitemap ${sitemap}`
  return typeof url === 'string' ? `url ${url}` : ''
}

const answerName = ({ name }: JsonObject): string => (typeof name === 'string' ? name : '')

/** Lists whose entries have names, so that two persons may each change another entry. */
const NAMES: Readonly<Record<string, (entry: JsonObject) => string>> = {
  writtenAnswers: answerName,
  knowledge: sourceName,
}

/** Keys of lists whose entries have names. */
export const NAMED_LISTS = Object.keys(NAMES)

/** The settings with an object by name in the place of each list whose entries have names. */
export function byName(settings: JsonObject): JsonObject {
  const lists = Object.entries(NAMES).flatMap(([key, nameOf]) => {
    const list = settings[key]
    if (!Array.isArray(list) || !list.every(isPlainObject)) return []
    return [[key, toMap(list as readonly JsonObject[], nameOf)] as const]
  })
  return { ...settings, ...Object.fromEntries(lists) }
}

function toMap(list: readonly JsonObject[], nameOf: (entry: JsonObject) => string): JsonObject {
  const map: Record<string, JsonValue> = {}
  for (const entry of list) {
    let name = nameOf(entry)
    // Two entries with one name are a problem of the draft, and both stay.
    while (Object.hasOwn(map, name)) name = `${name} `
    map[name] = entry
  }
  return map
}

/** Reverses {@link byName}. */
export function inOrder(settings: JsonObject): JsonObject {
  const lists = NAMED_LISTS.flatMap((key) => {
    const map = settings[key]
    return isPlainObject(map) ? [[key, Object.values(map)] as const] : []
  })
  return { ...settings, ...Object.fromEntries(lists) }
}

/** The settings with another value at a path in which entries of such lists stand by name. */
export const withNamedValue = (
  settings: JsonObject,
  path: Path,
  value: JsonValue | undefined,
): JsonObject => inOrder(withValue(byName(settings), path, value))

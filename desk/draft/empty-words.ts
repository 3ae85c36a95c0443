import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { PlainKey } from '../i18n/i18n.tsx'
import type { Path } from './json-path.ts'

/** Values that may not be empty, by their place; `*` is a place in a list. */
const WORDS: Readonly<Record<string, PlainKey>> = {
  'writtenAnswers.*.name': 'empty.name',
  'writtenAnswers.*.questions': 'empty.questions',
  'writtenAnswers.*.text': 'empty.answer',
  'writtenAnswers.*.links.*.title': 'empty.linkTitle',
  'writtenAnswers.*.links.*.url': 'empty.linkUrl',
  'knowledge.*.url': 'empty.address',
  'knowledge.*.sitemap': 'empty.address',
}

/** A sentence for people about an empty value that may not be empty; undefined: the value says something. */
export function emptyWords(settings: JsonObject, path: Path): PlainKey | undefined {
  const value = placeAt(settings, path)
  const isEmpty =
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  if (!isEmpty) return undefined
  return WORDS[path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.')] ?? 'empty.any'
}

/** The value at a path in which entries of lists stand by their place. */
function placeAt(settings: JsonObject, path: Path): JsonValue | undefined {
  let place: JsonValue | undefined = settings
  for (const key of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined
    place = (place as JsonObject)[key]
  }
  return place
}

import { isPlainObject, isSameJson } from '../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { areRelated, pathKey, withValue } from './json-path.ts'
import type { Path } from './json-path.ts'
import { byName, inOrder, NAMED_LISTS } from './named-lists.ts'

/** A value that two settings do not share; undefined: one of them lacks it. */
export interface Difference {
  readonly path: Path
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** All values in which two settings differ: maps by key, lists with names by name, other lists as a whole. */
export const differencesOf = (before: JsonObject, after: JsonObject): readonly Difference[] =>
  compare(byName(before), byName(after), [])

function compare(before: JsonObject, after: JsonObject, path: Path): readonly Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => {
    const [one, other] = [own(before, key), own(after, key)]
    if (one !== undefined && other !== undefined && isSameJson(one, other)) return []
    const below = [...path, key]
    // A new entry is one change, and so is one that went.
    const isEntry = path.length === 1 && NAMED_LISTS.includes(path[0]!)
    if (isEntry && (one === undefined || other === undefined)) {
      return [{ path: below, before: one, after: other }]
    }
    return (isPlainObject(one) || one === undefined) &&
      (isPlainObject(other) || other === undefined) &&
      hasKeys(one ?? other)
      ? compare(one ?? {}, other ?? {}, below)
      : [{ path: below, before: one, after: other }]
  })
}

const own = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined
const hasKeys = (value: JsonValue | undefined): boolean =>
  isPlainObject(value) && Object.keys(value).length > 0

/** A value that two persons changed in different ways. */
export interface Clash {
  readonly path: Path
  readonly mine: JsonValue | undefined
  readonly theirs: JsonValue | undefined
}

/** Their settings with my changes; where both changed the same value, mine stands and the clash is told. */
export function joinChanges(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): { readonly joined: JsonObject; readonly clashes: readonly Clash[] } {
  const ofThem = differencesOf(base, theirs)
  let joined = byName(theirs)
  const clashes = new Map<string, Clash>()
  for (const { path, after } of differencesOf(base, mine)) {
    const related = ofThem.find((each) => areRelated(each.path, path))
    if (related !== undefined && !isSame(after, related.after)) {
      clashes.set(pathKey(path), { path, mine: after, theirs: related.after })
    }
    joined = withValue(joined, path, after)
  }
  return { joined: inOrder(joined), clashes: [...clashes.values()] }
}

const isSame = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
  one === undefined || other === undefined ? one === other : isSameJson(one, other)

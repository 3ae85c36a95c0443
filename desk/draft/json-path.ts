import { isPlainObject } from '../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'

/** Keys from the settings to a value. */
export type Path = readonly string[]

/** The value at a path; undefined: there is none. */
export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let place = value
  for (const key of path) {
    if (!isPlainObject(place) || !Object.hasOwn(place, key)) return undefined
    place = place[key] as JsonValue
  }
  return place
}

/** The object with another value at a path. Undefined removes it, and the objects that it leaves empty. */
export function withValue(
  object: JsonObject,
  path: Path,
  value: JsonValue | undefined,
): JsonObject {
  const [key, ...rest] = path
  if (key === undefined) return isPlainObject(value) ? value : {}
  const { [key]: before, ...others } = object
  const inside = isPlainObject(before) ? before : {}
  const next = rest.length === 0 ? value : withValue(inside, rest, value)
  const isEmpty = rest.length > 0 && isPlainObject(next) && Object.keys(next).length === 0
  if (next === undefined || isEmpty) return others
  // A changed key keeps its place.
  return Object.hasOwn(object, key) ? { ...object, [key]: next } : { ...others, [key]: next }
}

/** True if one of two paths leads to the other, or both are the same. */
export const areRelated = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((key, at) => key === other[at])

/** A text for lists and maps of paths. */
export const pathKey = (path: Path): string => JSON.stringify(path)

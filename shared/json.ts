/** Values that JSON can write without loss. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export type JsonObject = { readonly [key: string]: JsonValue }

/** Maximum nesting of a tool result (specification, section 9). */
export const JSON_DEPTH_LIMIT = 100

/** True for a plain object: not null, not an array, not a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** True for a text that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * True if `value` can be written as JSON without loss: finite numbers, string keys, plain objects, and at
 * most {@link JSON_DEPTH_LIMIT} levels.
 */
export function isJsonValue(value: unknown, depth = 0): value is JsonValue {
  if (depth > JSON_DEPTH_LIMIT) return false
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      if (value === null) return true
      if (Array.isArray(value)) return value.every((item) => isJsonValue(item, depth + 1))
      return (
        isPlainObject(value) &&
        Object.getOwnPropertySymbols(value).length === 0 &&
        Object.values(value).every((item) => isJsonValue(item, depth + 1))
      )
    default:
      return false
  }
}

/** True if two values are equal, regardless of the order of names. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]))
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name]!, other[name]!))
  )
}

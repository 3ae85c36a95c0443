import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

const IN_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const IN_LISTS = ['prefixItems', 'allOf', 'anyOf', 'oneOf']
const OF_OBJECTS = ['additionalProperties', 'unevaluatedProperties', 'propertyNames']
const OF_LISTS = ['items', 'contains', 'unevaluatedItems']
const OF_ALL = ['not', 'if', 'then', 'else']
const PLACES = new Map([
  ...IN_MAPS.map((keyword) => [keyword, 'map'] as const),
  ...IN_LISTS.map((keyword) => [keyword, 'list'] as const),
  ...[OF_OBJECTS, OF_LISTS, OF_ALL].flat().map((keyword) => [keyword, 'alone'] as const),
])

/** True if a keyword's value is a schema, or has schemas. */
export const holdsSchemas = (keyword: string): boolean => PLACES.has(keyword)

/** Applies a function to each direct subschema of a schema of 2020-12; `keyword` is where it stands. */
export function mapSubschemas(
  schema: JsonObject,
  map: (subschema: JsonValue, keyword: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const each = (subschema: JsonValue) => map(subschema, keyword)
      return [keyword, mapValue(keyword, value, each)]
    }),
  )
}

function mapValue(keyword: string, value: JsonValue, map: (value: JsonValue) => JsonValue) {
  const place = PLACES.get(keyword)
  if (place === 'alone') return map(value)
  if (place === 'list' && Array.isArray(value)) return value.map(map)
  if (place === 'map' && isPlainObject(value)) return mapEach(value, map)
  return value
}

/** Applies a function to each value of an object. */
export const mapEach = (
  values: JsonObject,
  map: (value: JsonValue, name: string) => JsonValue,
): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))

/** A keyword's value if it is an object, else an empty one. */
export const objectAt = (schema: JsonObject, keyword: string): JsonObject =>
  isPlainObject(schema[keyword]) ? schema[keyword] : {}

/** A keyword's value if it is a list, else an empty one. */
export const listAt = (schema: JsonObject, keyword: string): readonly JsonValue[] => {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}

/** A schema without some of its keywords. */
export const without = (schema: JsonObject, keywords: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))

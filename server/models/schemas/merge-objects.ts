import { isSameJson, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { listAt, objectAt, without } from './schema-keywords.ts'

/**
 * Joins schemas of objects that hold together: a value fits the result if it fits each of them. Of two
 * keywords that one object cannot say together, such as two conditions, the first is kept.
 */
export const joinObjects = (schemas: readonly JsonObject[]): JsonObject =>
  schemas.reduce(joinTwo, {})

function joinTwo(one: JsonObject, other: JsonObject): JsonObject {
  const properties = joinProperties(one, other)
  return {
    ...other,
    ...one,
    ...(isEmpty(properties) ? {} : { properties }),
    ...joinMaps(one, other, 'patternProperties', joinSchemas),
    ...joinMaps(one, other, 'dependentSchemas', joinSchemas),
    ...joinMaps(one, other, 'dependentRequired', joinLists),
    ...joinValues(one, other, 'required', joinLists),
    ...joinValues(one, other, 'additionalProperties', joinRest),
    ...joinValues(one, other, 'minProperties', (a, b) => Math.max(Number(a), Number(b))),
    ...joinValues(one, other, 'maxProperties', (a, b) => Math.min(Number(a), Number(b))),
  }
}

/** Names that either schema forbids are left out. */
function joinProperties(one: JsonObject, other: JsonObject): JsonObject {
  const names = new Set([one, other].flatMap((each) => Object.keys(objectAt(each, 'properties'))))
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const schema = joinRest(schemaOf(one, name), schemaOf(other, name))
      return schema === false || schema === undefined ? [] : [[name, schema]]
    }),
  )
}

/** The schema of a property by its name; undefined: any value. */
function schemaOf(schema: JsonObject, name: string): JsonValue | undefined {
  const properties = objectAt(schema, 'properties')
  if (Object.hasOwn(properties, name)) return properties[name]
  // A pattern may allow it: patterns of strangers are not tried.
  return isEmpty(objectAt(schema, 'patternProperties')) ? schema['additionalProperties'] : undefined
}

function joinRest(one: JsonValue | undefined, other: JsonValue | undefined): JsonValue | undefined {
  if (one === false || other === false) return false
  if (one === undefined || one === true) return other
  return other === undefined || other === true ? one : joinSchemas(one, other)
}

/** Keywords of one group depend on each other, so that a schema has them from one side only. */
const GROUPS = [
  ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ['prefixItems', 'items', 'unevaluatedItems', 'contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
]

/** A schema of the values that fit both. */
export function joinSchemas(one: JsonValue, other: JsonValue): JsonValue {
  if (isSameJson(one, other)) return one
  const [first, second] = [one as JsonObject, other as JsonObject]
  const uses = (schema: JsonObject, group: readonly string[]) =>
    group.some((keyword) => Object.hasOwn(schema, keyword))
  const isClear =
    GROUPS.every((group) => !uses(first, group) || !uses(second, group)) &&
    Object.entries(first).every(
      ([keyword, value]) =>
        !Object.hasOwn(second, keyword) || isSameJson(value, second[keyword]!) || isNote(keyword),
    )
  return isClear ? { ...second, ...first } : { allOf: [first, second] }
}

const isNote = (keyword: string): boolean => ['title', 'description', 'examples'].includes(keyword)

/**
 * Widens alternatives to one schema of an object, which says the names and the values of all of them: each
 * value of an alternative fits, if each alternative says which names it has.
 */
export function widenObjects(schemas: readonly JsonObject[]): JsonObject {
  const [first = {}] = schemas
  const inAll = Object.entries(first).filter(([keyword, value]) =>
    schemas.every((each) => Object.hasOwn(each, keyword) && isSameJson(value, each[keyword]!)),
  )
  const required = listAt(first, 'required').filter((name) =>
    schemas.every((each) => listAt(each, 'required').includes(name)),
  )
  const properties = widenMap(schemas, 'properties')
  const patterns = widenMap(schemas, 'patternProperties')
  const isClosed = schemas.every((each) => each['additionalProperties'] === false)
  return {
    ...without(Object.fromEntries(inAll), ['required']),
    ...(isEmpty(properties) ? {} : { properties }),
    ...(isClosed && !isEmpty(patterns) ? { patternProperties: patterns } : {}),
    ...(required.length === 0 ? {} : { required }),
  }
}

function widenMap(schemas: readonly JsonObject[], keyword: string): JsonObject {
  const maps = schemas.map((each) => objectAt(each, keyword))
  const names = new Set(maps.flatMap((map) => Object.keys(map)))
  return Object.fromEntries(
    [...names].map((name) => {
      const values = maps.flatMap((map) => (Object.hasOwn(map, name) ? [map[name]!] : []))
      return [name, widenSchemas(values)]
    }),
  )
}

/** A schema of the values that fit at least one. */
function widenSchemas(schemas: readonly JsonValue[]): JsonValue {
  const different: JsonValue[] = []
  for (const schema of schemas) {
    if (!different.some((known) => isSameJson(known, schema))) different.push(schema)
  }
  if (different.length === 1) return different[0]!
  return widenValues(different as JsonObject[]) ?? { anyOf: different }
}

/** A list of values in place of several schemas that differ in their values only. */
function widenValues(schemas: readonly JsonObject[]): JsonObject | undefined {
  const rests = schemas.map((each) => without(each, ['const', 'enum']))
  const values = schemas.map((each) =>
    Object.hasOwn(each, 'const') ? [each['const']!] : listAt(each, 'enum'),
  )
  const areValues = values.every((each) => each.length > 0)
  if (!areValues || !rests.every((rest) => isSameJson(rest, rests[0]!))) return undefined
  return { ...rests[0], enum: [...new Set(values.flat())] }
}

const isEmpty = (value: JsonObject): boolean => Object.keys(value).length === 0

const joinLists = (one: JsonValue, other: JsonValue): JsonValue => [
  ...new Set([one, other].flatMap((list) => (Array.isArray(list) ? list : []))),
]

function joinValues(
  one: JsonObject,
  other: JsonObject,
  keyword: string,
  join: (one: JsonValue, other: JsonValue) => JsonValue | undefined,
): JsonObject {
  const [first, second] = [one[keyword], other[keyword]]
  const value =
    first === undefined || second === undefined ? (first ?? second) : join(first, second)
  return value === undefined ? {} : { [keyword]: value }
}

const joinMaps = (
  one: JsonObject,
  other: JsonObject,
  keyword: string,
  join: (one: JsonValue, other: JsonValue) => JsonValue,
): JsonObject =>
  joinValues(one, other, keyword, () => {
    const [first, second] = [objectAt(one, keyword), objectAt(other, keyword)]
    const names = new Set([...Object.keys(first), ...Object.keys(second)])
    return Object.fromEntries([...names].map((name) => [name, joinAt(first, second, name, join)]))
  })

function joinAt(
  one: JsonObject,
  other: JsonObject,
  name: string,
  join: (one: JsonValue, other: JsonValue) => JsonValue,
): JsonValue {
  const first = Object.hasOwn(one, name) ? one[name] : undefined
  const second = Object.hasOwn(other, name) ? other[name] : undefined
  return first === undefined || second === undefined ? (first ?? second)! : join(first, second)
}

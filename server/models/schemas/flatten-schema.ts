import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { joinObjects, widenObjects } from './merge-objects.ts'
import { listAt, without } from './schema-keywords.ts'
import type { UpgradedSchema } from './upgrade-schema.ts'

/** A schema of an object without anything that a provider refuses at its root. */
export interface FlatSchema {
  readonly object: JsonObject
  /** Schemas that hold besides; the object is wider. */
  readonly rules: readonly JsonObject[]
}

/** Keywords that providers refuse at the root; `allOf` and references are resolved instead. */
const RULES = ['anyOf', 'oneOf', 'not', 'const', 'enum', 'propertyNames']
const CONDITION = ['if', 'then', 'else']

/** Maximum of schemas, inherited ones and alternatives, of which a flat schema is made. */
export const FLAT_SOURCES_MAX = 100
/** Maximum of a flat schema as JSON: each inherited schema may hold others several times. */
export const FLAT_SCHEMA_MAX_CHARACTERS = 65_536

/**
 * Resolves references and `allOf` at the root of a schema, and widens its alternatives to one object. A
 * schema over one of the limits keeps its own properties, and the rest of it is a rule.
 */
export function flattenSchema(schema: UpgradedSchema): FlatSchema {
  try {
    return placeCondition(resolve(schema))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const { root } = schema
    const rules = [...ownRules(root), only(root, ['allOf', '$ref'])]
    return { object: only(root, ['description', 'properties', 'required']), rules }
  }
}

/** @throws RangeError over {@link FLAT_SOURCES_MAX} or {@link FLAT_SCHEMA_MAX_CHARACTERS}. */
function resolve({ root, definitions }: UpgradedSchema): FlatSchema {
  const known = new Map<JsonValue, FlatSchema>()

  function flatten(schema: JsonObject): FlatSchema {
    const before = known.get(schema)
    if (before) return before
    if (known.size > FLAT_SOURCES_MAX) throw new RangeError(TOO_MUCH)
    // A schema that inherits itself adds nothing.
    known.set(schema, { object: {}, rules: [] })
    const result = flattenOnce(schema)
    known.set(schema, result)
    return result
  }

  function flattenOnce(schema: JsonObject): FlatSchema {
    const own = without(schema, ['$ref', 'allOf', ...RULES, ...CONDITION])
    const parents = new Set([referred(schema), ...listAt(schema, 'allOf')])
    const inherited = [...parents].filter(isSchema).map(flatten)
    const parts = inherited.map(({ object }) => closeEvaluated(object))
    let object = limited(joinObjects([own, ...parts]))
    for (const alternatives of [listAt(schema, 'anyOf'), listAt(schema, 'oneOf')]) {
      if (alternatives.length === 0) continue
      const joined = alternatives
        .filter(isPossible)
        .map((each) => joinObjects([object, closeEvaluated(flatten(each).object)]))
      object = limited(widenObjects(joined))
    }
    const rules = [...ownRules(schema), ...inherited.flatMap((each) => each.rules)]
    return { object, rules: [...new Set(rules)] }
  }

  function referred({ $ref }: JsonObject): JsonValue | undefined {
    return typeof $ref === 'string' ? definitions[$ref.slice('#/$defs/'.length)] : undefined
  }

  return flatten(root)
}

const TOO_MUCH = 'The schema of the arguments is made of too much.'

function limited(object: JsonObject): JsonObject {
  if (JSON.stringify(object).length <= FLAT_SCHEMA_MAX_CHARACTERS) return object
  throw new RangeError(TOO_MUCH)
}

const isSchema = (value: JsonValue | undefined): value is JsonObject => isPlainObject(value)

/** False for an alternative that no object fits. */
const isPossible = (value: JsonValue): value is JsonObject =>
  isSchema(value) &&
  JSON.stringify(value) !== '{"not":{}}' &&
  (value['type'] === undefined || [value['type']].flat().includes('object'))

function ownRules(schema: JsonObject): JsonObject[] {
  const rules = RULES.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => ({
    [keyword]: schema[keyword]!,
  }))
  return Object.hasOwn(schema, 'if') ? [...rules, only(schema, CONDITION)] : rules
}

const only = (schema: JsonObject, keywords: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)))

/** An inherited schema counts only its own names, also for those that inherit it. */
function closeEvaluated({ unevaluatedProperties, ...object }: JsonObject): JsonObject {
  if (unevaluatedProperties === undefined || object['additionalProperties'] !== undefined) {
    return object
  }
  return { ...object, additionalProperties: unevaluatedProperties }
}

/** An object can say one condition itself. The names of a condition count only there. */
function placeCondition({ object, rules }: FlatSchema): FlatSchema {
  const conditions = rules.filter((rule) => Object.hasOwn(rule, 'if'))
  const [condition] = conditions
  if (!condition) {
    const isWhole = !Object.hasOwn(object, 'dependentSchemas')
    return { object: isWhole ? closeEvaluated(object) : object, rules }
  }
  if (conditions.length > 1) return { object: without(object, ['unevaluatedProperties']), rules }
  return { object: { ...object, ...condition }, rules: rules.filter((rule) => rule !== condition) }
}

import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { flattenSchema } from './flatten-schema.ts'
import { readSchema } from './read-schema.ts'
import { mapEach, mapSubschemas, objectAt, without } from './schema-keywords.ts'
import { upgradeSchema } from './upgrade-schema.ts'

/** Parameters of a tool in a form that all providers take. */
export interface ProviderSchema {
  readonly parameters: JsonObject
  /** Conditions that no provider takes at the root, for the tool's description. */
  readonly rule?: string
}

/** Maximum length of {@link ProviderSchema.rule}; a model pays for each letter of it. */
export const RULE_MAX_CHARACTERS = 4_096

/**
 * Writes a tool's parameters as JSON Schema 2020-12 whose root is one object: OpenAI and Anthropic refuse
 * alternatives there, Anthropic refuses older dialects, and OpenAI's package loses what a root inherits. Where
 * a provider or its package takes a keyword nowhere, the description says it. An invalid schema stays as it
 * is: the runner of the tool judges it.
 */
export function toProviderSchema(parameters: JsonObject): ProviderSchema {
  const read = readSchema(parameters)
  if ('problem' in read) return { parameters: { ...parameters, type: 'object' } }
  const upgraded = upgradeSchema(read)
  const { object, rules } = flattenSchema(upgraded)
  const root = sayInWords({ ...object, type: 'object', properties: objectAt(object, 'properties') })
  const definitions = usedDefinitions([root, ...rules], mapEach(upgraded.definitions, sayInWords))
  return {
    parameters: isEmpty(definitions) ? root : { ...root, $defs: definitions },
    ...(rules.length === 0 ? {} : { rule: describeRules(rules) }),
  }
}

function describeRules(rules: readonly JsonObject[]): string {
  const [rule] = rules
  const text = `The arguments must also fit this JSON Schema: ${JSON.stringify(
    rules.length === 1 ? rule : { allOf: rules },
  )}`
  return text.length <= RULE_MAX_CHARACTERS ? text : LONG_RULE
}

const LONG_RULE =
  'More conditions hold for the arguments: the error of a call that does not fit names them.'

/** Keywords that OpenAI's package removes, and the values with which it does. */
const REMOVED: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  propertyNames: () => true,
  pattern: (value) => typeof value === 'string' && /\(\?<?[=!]/.test(value),
}

/** Moves what a package would remove to the description of the same place. */
function sayInWords<Value extends JsonValue>(value: Value): Value
function sayInWords(value: JsonValue): JsonValue {
  if (!isPlainObject(value)) return value
  const schema: JsonObject = value
  const removed = Object.keys(REMOVED).filter(
    (keyword) => Object.hasOwn(schema, keyword) && REMOVED[keyword]!(schema[keyword]!),
  )
  const kept = mapSubschemas(without(schema, removed), (each) => sayInWords(each))
  if (removed.length === 0) return kept
  const rule = JSON.stringify(Object.fromEntries(removed.map((each) => [each, schema[each]!])))
  const own = typeof kept['description'] === 'string' ? `${kept['description']} ` : ''
  return { ...kept, description: `${own}Must also fit this JSON Schema: ${rule}` }
}

/** The definitions that these schemas use, directly or through others. */
function usedDefinitions(schemas: readonly JsonObject[], definitions: JsonObject): JsonObject {
  const names = new Set<string>()
  const waiting: JsonValue[] = [...schemas]
  for (const schema of waiting) {
    for (const [, name] of JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([\w.-]+)"/g)) {
      if (names.has(name!)) continue
      names.add(name!)
      waiting.push(definitions[name!] ?? {})
    }
  }
  return Object.fromEntries([...names].map((name) => [name, definitions[name] ?? {}]))
}

const isEmpty = (value: JsonObject): boolean => Object.keys(value).length === 0

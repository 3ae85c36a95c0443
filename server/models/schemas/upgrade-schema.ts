import type { Schema } from '@cfworker/json-schema'
import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { ArgumentsSchema } from './read-schema.ts'
import { holdsSchemas, listAt, mapSubschemas, objectAt, without } from './schema-keywords.ts'

/** Name of the whole schema among the definitions. */
const ROOT = 'arguments'

/** A schema of 2020-12. */
export interface UpgradedSchema {
  readonly root: JsonObject
  /** Schemas that references lead to, each by `#/$defs/name`. */
  readonly definitions: Readonly<Record<string, JsonObject>>
}

/**
 * Writes a schema of any dialect as one of 2020-12: each schema that a reference leads to is a definition,
 * wherever it stood before, and identifiers, anchors and unused definitions are gone.
 */
export function upgradeSchema({ schema, dialect, targets }: ArgumentsSchema): UpgradedSchema {
  const names = nameTargets(targets, schema)

  function refer(target: unknown): JsonObject | undefined {
    const name = names.get(target)
    return name === undefined ? undefined : { $ref: `#/$defs/${name}` }
  }

  /** A schema at its own place; one with a name refers to its definition. */
  function convert(value: JsonValue, keyword = ''): JsonValue {
    if (isPlainObject(value)) return refer(value) ?? define(value)
    // Some providers take a boolean only after these.
    if (value === true) return OPENS.has(keyword) ? value : {}
    return value === false && !CLOSES.has(keyword) ? { not: {} } : value
  }

  function define(old: JsonObject): JsonObject {
    const target = targetOf(old, targets, schema)
    const reference = refer(target) ?? (target === false ? { not: {} } : {})
    // Up to draft-07 a reference hides what stands beside it.
    const isAlone = old['$ref'] !== undefined && (dialect === '4' || dialect === '7')
    const kept = isAlone ? annotationsOf(old) : modernize(old, dialect)
    return placeReference(reference, mapSubschemas(kept, convert))
  }

  return {
    root: define(schema),
    definitions: Object.fromEntries(
      [...names].map(([target, name]) => [name, define(target as JsonObject)]),
    ),
  }
}

const OPENS = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'])
const CLOSES = new Set([...OPENS, 'items'])

/** The schema that a schema's reference leads to; undefined: it has none. */
function targetOf(
  { $ref, $recursiveRef, __absolute_ref__: address = $ref }: Schema,
  targets: ArgumentsSchema['targets'],
  root: JsonObject,
): Schema | boolean | undefined {
  if ($recursiveRef !== undefined) return root
  return address === undefined ? undefined : targets[address]
}

/** Names each schema that a reference leads to, after the last step of the reference. */
function nameTargets(
  targets: ArgumentsSchema['targets'],
  root: JsonObject,
): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  const taken = new Set<string>()
  for (const schema of Object.values(targets)) {
    if (typeof schema === 'boolean') continue
    const target = targetOf(schema, targets, root)
    if (!isPlainObject(target) || names.has(target)) continue
    const step = target === root ? ROOT : schema.$ref?.split(/[/#]/).at(-1)
    const base = step?.replace(/[^\w.-]/g, '') || 'schema'
    let name = base
    for (let suffix = 2; taken.has(name); suffix++) name = `${base}${suffix}`
    taken.add(name)
    names.set(target, name)
  }
  return names
}

/** OpenAI's package lets a reference that stands alone in `allOf` replace the one beside it. */
function placeReference(reference: JsonObject, schema: JsonObject): JsonObject {
  const inherited = listAt(schema, 'allOf')
  if (reference['$ref'] !== undefined && inherited.length > 0) {
    return { ...schema, allOf: [reference, ...inherited] }
  }
  const [only] = inherited
  const isReference = isPlainObject(only) && Object.keys(only).join() === '$ref'
  if (inherited.length !== 1 || !isReference) return { ...reference, ...schema }
  return { ...only, ...without(schema, ['allOf']) }
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly']

const annotationsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)))

/** Keywords that name and find schemas; a definition stands for them. */
const PLACED = (
  '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary ' +
  '$ref $recursiveRef $defs definitions $comment'
).split(' ')
const REWRITTEN = ['additionalItems', 'dependencies']
const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/** The keywords of a schema as 2020-12 writes them; unknown objects may hold schemas, and are left out. */
function modernize(old: JsonObject, dialect: ArgumentsSchema['dialect']): JsonObject {
  const known = Object.entries(old).filter(
    ([keyword, value]) => !isPlainObject(value) || OBJECTS.has(keyword) || holdsSchemas(keyword),
  )
  const isDraft4 = dialect === '4'
  const replaced = [...PLACED, ...REWRITTEN, ...(isDraft4 ? BOUNDS.flat() : [])]
  return {
    ...without(Object.fromEntries(known), replaced),
    // Providers refuse a name that is there twice.
    ...(Array.isArray(old['required']) ? { required: [...new Set(old['required'])] } : {}),
    ...(isDraft4 ? upgradeBounds(old) : {}),
    ...upgradeItems(old),
    ...upgradeDependencies(old),
  }
}

const OBJECTS = new Set(['dependentRequired', 'const', 'default'])

/** In draft-04 a bound is exclusive by a boolean beside it. */
const upgradeBounds = (old: JsonObject): JsonObject =>
  Object.fromEntries(
    BOUNDS.flatMap(([plain, exclusive]) => {
      const bound = old[plain]
      return bound === undefined ? [] : [[old[exclusive] === true ? exclusive : plain, bound]]
    }),
  )

function upgradeItems({ items, additionalItems, type }: JsonObject): JsonObject {
  if (Array.isArray(items)) return { prefixItems: items, items: additionalItems ?? {} }
  // OpenAI takes no list without it.
  return items === undefined && [type].flat().includes('array') ? { items: {} } : {}
}

function upgradeDependencies(old: JsonObject): JsonObject {
  const entries = Object.entries(objectAt(old, 'dependencies'))
  const gather = (keyword: string, areLists: boolean): JsonObject => {
    const own = entries.filter(([, value]) => Array.isArray(value) === areLists)
    const all = { ...objectAt(old, keyword), ...Object.fromEntries(own) }
    return own.length === 0 ? {} : { [keyword]: all }
  }
  return { ...gather('dependentRequired', true), ...gather('dependentSchemas', false) }
}

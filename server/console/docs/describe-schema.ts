import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { errorBodySchema } from '../../../shared/api/common-fields.ts'
import { messageRowSchema } from '../../../shared/api/messages.ts'
import { runReportSchema } from '../../../shared/api/runs.ts'
import { scoreRowSchema } from '../../../shared/api/scores.ts'
import { threadSchema } from '../../../shared/api/threads.ts'
import { jsonObject } from '../../../shared/wire/fields.ts'
import { fieldExample, shownFields } from './examples.ts'

/** Schemas that several answers contain, by their names in the description. */
const NAMED = {
  Thread: threadSchema,
  Message: messageRowSchema,
  RunReport: runReportSchema,
  Score: scoreRowSchema,
  Error: errorBodySchema,
}

type Config = NonNullable<Parameters<typeof toJsonSchema>[1]>

const CONFIG: Config = {
  target: 'draft-2020-12',
  // Checks without an equivalent in JSON Schema are left out; the server makes them all the same.
  errorMode: 'ignore',
  overrideSchema({ valibotSchema }) {
    if (valibotSchema.type !== 'custom') return undefined
    return valibotSchema === jsonObject ? { type: 'object' } : {}
  },
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** The schemas that others refer to, by name. */
export const NAMED_SCHEMAS = toJsonSchemaDefs(NAMED, CONFIG) as unknown as JsonObject

/** A schema as JSON Schema: the caller's input, before any conversion. */
export function describeSchema(schema: v.GenericSchema, isQuery = false): JsonObject {
  const config: Config = {
    ...CONFIG,
    definitions: NAMED,
    ...(isQuery ? { typeMode: 'input' } : {}),
  }
  const { $schema: _, $defs: __, ...described } = toJsonSchema(schema, config)
  return described as unknown as JsonObject
}

const TIME = '2026-11-21T05:00:00.000Z'

export interface ExampleOptions {
  /** The operation or the named schema that the schema belongs to. */
  readonly owner: string
  /** The schemas that references name. */
  readonly named: JsonObject
  /** A body's example has the usual fields, an answer's all of them. */
  readonly isBody: boolean
}

/** An example of a schema, always the same one. */
export function exampleOf(schema: JsonObject, options: ExampleOptions): JsonValue {
  const { $ref, anyOf, enum: values, type, items } = schema
  if (typeof $ref === 'string') return exampleOfNamed($ref, options)
  if ('const' in schema) return schema['const'] ?? null
  if (Array.isArray(values)) return values[0] ?? null
  if (Array.isArray(anyOf)) {
    const option = (anyOf as JsonObject[]).find((each) => each['type'] !== 'null')
    return option ? exampleOf(option, options) : null
  }
  switch (type) {
    case 'object':
      return exampleOfObject(schema, options)
    case 'array':
      return isPlainObject(items) ? [exampleOf(items, options)] : []
    case 'string':
      return schema['format'] === 'date-time' ? TIME : 'text'
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
    case 'boolean':
      return true
    default:
      return null
  }
}

function exampleOfNamed(ref: string, options: ExampleOptions): JsonValue {
  const owner = ref.slice(ref.lastIndexOf('/') + 1)
  const schema = options.named[owner]
  return isPlainObject(schema) ? exampleOf(schema, { ...options, owner, isBody: false }) : null
}

function exampleOfObject({ properties, required }: JsonObject, options: ExampleOptions) {
  const { owner, isBody } = options
  const shown = isBody ? shownFields(owner) : undefined
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : []
  const fields = Object.entries(isPlainObject(properties) ? properties : {}).flatMap(
    ([name, field]): [string, JsonValue][] => {
      if (shown && !shown.includes(name)) return []
      const known = holds(field) ? undefined : fieldExample(owner, name)
      if (known !== undefined && fits(field, known)) return [[name, known]]
      const isShown = shown !== undefined || needed.includes(name)
      return isShown && isPlainObject(field) ? [[name, exampleOf(field, options)]] : []
    },
  )
  return Object.fromEntries(fields)
}

/** True if a field contains named schemas, which have their own examples. */
const holds = (field: JsonValue | undefined): boolean =>
  isPlainObject(field) && ('$ref' in field || holds(field['items']))

/** A name may be an object here and a text elsewhere. */
const fits = (field: JsonValue | undefined, known: JsonValue | undefined): boolean =>
  !isPlainObject(field) || !('properties' in field) || isPlainObject(known)

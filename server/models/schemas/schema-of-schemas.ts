import type { Schema } from '@cfworker/json-schema'
import type { Dialect } from '../../../shared/schema-dialect.ts'

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const schema: Schema = { $ref: '#' }
const schemas: Schema = { type: 'array', items: schema, minItems: 1 }
const named: Schema = { type: 'object', additionalProperties: schema }
/** May repeat a name: the validator compares each name with each, which takes seconds for a page's tools. */
const names: Schema = { type: 'array', items: { type: 'string' } }
const text: Schema = { type: 'string' }
const number: Schema = { type: 'number' }
const count: Schema = { type: 'integer', minimum: 0 }
const flag: Schema = { type: 'boolean' }
const pattern: Schema = { type: 'string', format: 'regex' }
const listOrSchema: Schema = { if: { type: 'array' }, then: schemas, else: schema }

/** Keywords with the same form in all dialects. */
const KEYWORDS: Readonly<Record<string, Schema>> = {
  $ref: text,
  $defs: named,
  definitions: named,
  title: text,
  description: text,
  type: {
    // Longer lists are refused unread: `uniqueItems` compares each item with each.
    if: { type: 'array', maxItems: TYPES.length },
    then: { items: { enum: TYPES }, minItems: 1, uniqueItems: true },
    else: { enum: TYPES },
  },
  enum: { type: 'array' },
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  properties: named,
  patternProperties: { ...named, propertyNames: pattern },
  additionalProperties: schema,
  unevaluatedProperties: schema,
  propertyNames: schema,
  required: names,
  minProperties: count,
  maxProperties: count,
  dependentRequired: { type: 'object', additionalProperties: names },
  dependentSchemas: named,
  dependencies: {
    type: 'object',
    additionalProperties: { if: { type: 'array' }, then: names, else: schema },
  },
  prefixItems: schemas,
  additionalItems: schema,
  unevaluatedItems: schema,
  contains: schema,
  minContains: count,
  maxContains: count,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minLength: count,
  maxLength: count,
  pattern,
  format: text,
  minimum: number,
  maximum: number,
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
}

/** The form of all schemas of a dialect, as a schema of draft-07, which the validator knows whole. */
export function schemaOfSchemas(dialect: Dialect): Schema {
  const bound = dialect === '4' ? flag : number
  return {
    type: ['object', 'boolean'],
    properties: {
      ...KEYWORDS,
      items: dialect === '2020-12' ? schema : listOrSchema,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
    },
  }
}

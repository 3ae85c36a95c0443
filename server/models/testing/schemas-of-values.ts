import { number, object, text, type SchemaCase } from './schema-case.ts'

const zip = object(
  { country: { enum: ['US', 'DE'] }, zip: text },
  {
    required: ['country'],
    if: { properties: { country: { const: 'US' } } },
    then: { properties: { zip: { pattern: '^\\d{5}-\\d{4}$' } } },
    else: { required: ['zip'] },
  },
)

/** Conditions, alternatives and rules of values, as people and libraries write them. */
export const SCHEMAS_OF_VALUES: readonly SchemaCase[] = [
  {
    name: 'two texts, one required',
    schema: object({ q: text, lang: text }, { required: ['q'] }),
    takes: [{ q: 'a' }, { q: 'a', lang: 'de', more: 1 }],
    refuses: [{}, { q: 1 }],
  },
  { name: 'anything', schema: { type: 'object' }, takes: [{}, { a: [1] }], refuses: [] },
  {
    name: 'nothing',
    schema: object({}, { additionalProperties: false }),
    takes: [{}],
    refuses: [{ a: 1 }],
  },
  {
    name: 'exactly one of two names',
    schema: object(
      { sku: text, isbn: text },
      { oneOf: [{ required: ['sku'] }, { required: ['isbn'] }] },
    ),
    takes: [{ sku: 'a' }, { isbn: 'b' }],
    refuses: [{}, { sku: 'a', isbn: 'b' }],
  },
  {
    name: 'at least one of two names',
    schema: object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    takes: [{ a: 'x' }, { a: 'x', b: 'y' }],
    refuses: [{}, { c: 1 }],
  },
  {
    name: 'letters of all scripts',
    schema: object({ size: { type: 'string', pattern: '^\\p{L}+$' } }),
    takes: [{ size: 'Größe' }, { size: '大' }],
    refuses: [{ size: 'a1' }],
  },
  {
    name: 'a condition',
    schema: zip,
    takes: [{ country: 'US' }, { country: 'US', zip: '12345-6789' }, { country: 'DE', zip: '1' }],
    refuses: [{ country: 'DE' }, { country: 'US', zip: '1' }, { country: 'FR' }],
  },
  {
    name: 'two conditions',
    schema: object(
      { kind: text, a: text, b: text },
      {
        allOf: ['a', 'b'].map((kind) => ({
          if: { properties: { kind: { const: kind } }, required: ['kind'] },
          then: { required: [kind] },
        })),
      },
    ),
    takes: [{ kind: 'a', a: '1' }, { kind: 'b', b: '1' }, { kind: 'c' }],
    refuses: [{ kind: 'a', b: '1' }, { kind: 'b' }],
  },
  {
    name: 'a forbidden pair',
    schema: object({ all: { type: 'boolean' }, ids: text }, { not: { required: ['all', 'ids'] } }),
    takes: [{}, { all: true }, { ids: 'a' }],
    refuses: [{ all: true, ids: 'a' }],
  },
  {
    name: 'a name that needs another',
    schema: object({ card: text, cvc: text }, { dependentRequired: { card: ['cvc'] } }),
    takes: [{ cvc: '1' }, { card: 'a', cvc: '1' }],
    refuses: [{ card: 'a' }],
  },
  {
    name: 'a name that needs a schema',
    schema: object(
      { card: text, year: number },
      { dependentSchemas: { card: { required: ['year'] } } },
    ),
    takes: [{}, { card: 'a', year: 1 }],
    refuses: [{ card: 'a' }],
  },
  {
    name: 'a tuple of 2020-12',
    schema: object({ at: { type: 'array', prefixItems: [number, text], items: false } }),
    takes: [{ at: [1, 'x'] }],
    refuses: [{ at: [1, 2] }, { at: [1, 'x', 3] }],
  },
  {
    name: 'a tree with alternatives',
    schema: object(
      { leaf: text, nodes: { type: 'array', items: { $ref: '#' } } },
      { oneOf: [{ required: ['leaf'] }, { required: ['nodes'] }] },
    ),
    takes: [{ leaf: 'a' }, { nodes: [{ leaf: 'b' }] }],
    refuses: [{ nodes: [{}] }, { leaf: 'a', nodes: [] }],
  },
  {
    name: 'kinds, each with its names',
    schema: {
      type: 'object',
      oneOf: ['circle', 'square'].map((kind) =>
        object(
          { kind: { const: kind }, [kind === 'circle' ? 'radius' : 'side']: number },
          {
            required: ['kind', kind === 'circle' ? 'radius' : 'side'],
            additionalProperties: false,
          },
        ),
      ),
    },
    takes: [
      { kind: 'circle', radius: 1 },
      { kind: 'square', side: 1 },
    ],
    refuses: [{ kind: 'circle', side: 1 }, { kind: 'oval' }, { kind: 'circle', radius: 1, x: 1 }],
  },
  {
    name: 'kinds below a name',
    schema: object({
      shape: { oneOf: [object({ r: number }, { required: ['r'] }), { const: 'none' }] },
    }),
    takes: [{ shape: { r: 1 } }, { shape: 'none' }],
    refuses: [{ shape: {} }, { shape: 'all' }],
  },
  {
    name: 'a list of types',
    schema: object({ a: { type: ['string', 'null'], maxLength: 3 } }),
    takes: [{ a: null }, { a: 'abc' }],
    refuses: [{ a: 1 }, { a: 'abcd' }],
  },
  {
    name: 'an optional value as pydantic writes it',
    schema: object({ a: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null } }),
    takes: [{}, { a: null }, { a: 3 }, { a: 3.0 }],
    refuses: [{ a: 'x' }, { a: 1.5 }],
  },
  {
    name: 'names by a pattern',
    schema: object(
      { id: text },
      { patternProperties: { '^x-': number }, additionalProperties: false },
    ),
    takes: [{ id: 'a', 'x-a': 1 }],
    refuses: [{ 'x-a': 'b' }, { y: 1 }],
  },
  {
    name: 'a rule for names',
    schema: object({}, { propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: number }),
    takes: [{ abc: 1 }],
    refuses: [{ Abc: 1 }, { abc: 'x' }],
  },
  {
    name: 'a rule for names below a name',
    schema: object({ tags: { type: 'object', propertyNames: { maxLength: 2 } } }),
    takes: [{ tags: { ab: 1 } }],
    refuses: [{ tags: { abc: 1 } }],
  },
  {
    name: 'a pattern that looks ahead',
    schema: object({ password: { type: 'string', pattern: '^(?=.*\\d).{4,}$' } }),
    takes: [{ password: 'abc1' }],
    refuses: [{ password: 'abcd' }, { password: 'a1' }],
  },
  {
    name: 'items of a list',
    schema: object({
      ids: { type: 'array', items: number, minItems: 1, maxItems: 2, uniqueItems: true },
      any: { type: 'array' },
      some: { type: 'array', contains: { const: 1 }, minContains: 2 },
    }),
    takes: [{ ids: [1, 2], any: ['a', 1], some: [1, 2, 1] }],
    refuses: [{ ids: [] }, { ids: [1, 1] }, { ids: [1, 2, 3] }, { some: [1, 2] }],
  },
  {
    name: 'numbers',
    schema: object({
      price: { type: 'number', multipleOf: 0.01, exclusiveMaximum: 10 },
      count: { type: 'integer', minimum: 1 },
    }),
    takes: [{ price: 9.99, count: 1 }],
    refuses: [{ price: 0.001 }, { price: 10 }, { count: 0 }, { count: 1.5 }],
  },
  {
    name: 'formats',
    schema: object({
      at: { type: 'string', format: 'date-time' },
      mail: { type: 'string', format: 'email' },
      id: { type: 'string', format: 'uuid' },
      own: { type: 'string', format: 'colour' },
    }),
    takes: [
      { at: '2026-01-01T00:00:00Z', mail: 'a@b.example', own: 'red' },
      { id: '7b4a9d0e-0a3c-4a0e-9d8b-3f1c2a5b6d7e' },
    ],
    refuses: [{ at: 'tomorrow' }, { mail: 'a' }, { id: '1' }],
  },
  {
    name: 'numbers of names',
    schema: object({}, { minProperties: 1, maxProperties: 2 }),
    takes: [{ a: 1 }, { a: 1, b: 2 }],
    refuses: [{}, { a: 1, b: 2, c: 3 }],
  },
  {
    name: 'true and false as schemas',
    schema: object({ any: true, none: false, list: { type: 'array', items: true } }),
    takes: [{ any: { a: 1 }, list: [1, 'a'] }],
    refuses: [{ none: 1 }],
  },
  {
    name: 'letters that are two units',
    schema: object({ mark: { type: 'string', minLength: 1, maxLength: 1 } }),
    takes: [{ mark: '👋' }],
    refuses: [{ mark: '' }, { mark: '👋👋' }],
  },
  {
    name: 'names of JavaScript',
    schema: object({ constructor: number, toString: text }, { required: ['toString'] }),
    takes: [{ toString: 'a' }],
    refuses: [{}, { toString: 'a', constructor: 'x' }],
  },
]

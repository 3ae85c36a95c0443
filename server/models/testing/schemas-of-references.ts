import { number, object, text, type SchemaCase } from './schema-case.ts'

const dialect = (name: string) => ({ $schema: `http://json-schema.org/${name}/schema#` })
const DRAFT_04 = dialect('draft-04')
const DRAFT_06 = dialect('draft-06')
const DRAFT_07 = dialect('draft-07')
const DRAFT_2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' }
const DRAFT_2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema' }

/** References, inheritance and older dialects, as libraries and services write them. */
export const SCHEMAS_OF_REFERENCES: readonly SchemaCase[] = [
  {
    name: 'a reference to another property',
    schema: object({
      from: object({ iata: { type: 'string', pattern: '^[A-Z]{3}$' } }, { required: ['iata'] }),
      to: { $ref: '#/properties/from' },
    }),
    takes: [{ from: { iata: 'FRA' }, to: { iata: 'JFK' } }],
    refuses: [{ to: {} }, { to: { iata: 'jfk' } }, { from: { iata: 1 } }],
  },
  {
    name: 'inherited by allOf',
    schema: object(
      { isbn: text },
      {
        allOf: [{ $ref: '#/$defs/Item' }],
        required: ['isbn'],
        $defs: { Item: object({ title: text, price: number }, { required: ['title'] }) },
      },
    ),
    takes: [{ isbn: 'a', title: 'b' }],
    refuses: [{ isbn: 'a' }, { title: 'b' }, { isbn: 'a', title: 'b', price: 'c' }],
  },
  {
    name: 'inherited over two generations',
    schema: {
      type: 'object',
      allOf: [{ $ref: '#/$defs/Child' }, object({ c: number }, { required: ['c'] })],
      $defs: {
        Parent: object({ a: text, b: text }, { required: ['a'] }),
        Child: { allOf: [{ $ref: '#/$defs/Parent' }, object({ b: { maxLength: 2 } })] },
      },
    },
    takes: [
      { a: 'x', c: 1 },
      { a: 'x', b: 'yy', c: 1 },
    ],
    refuses: [{ c: 1 }, { a: 'x', b: 'yyy', c: 1 }, { a: 'x' }, { a: 'x', b: 1, c: 1 }],
  },
  {
    name: 'inherited and closed',
    schema: object(
      { b: text },
      { allOf: [object({ a: text }, { required: ['a'] })], unevaluatedProperties: false },
    ),
    takes: [{ a: 'x' }, { a: 'x', b: 'y' }],
    refuses: [{ a: 'x', c: 1 }, { b: 'y' }],
  },
  {
    name: 'a reference with words as pydantic writes it',
    schema: object(
      {
        to: { allOf: [{ $ref: '#/$defs/City' }], description: 'Where to.' },
        via: { $ref: '#/$defs/City', allOf: [{ $ref: '#/$defs/Short' }] },
      },
      { $defs: { City: { ...text, minLength: 2 }, Short: { maxLength: 3 } } },
    ),
    takes: [{ to: 'Rome' }, { via: 'Ulm' }],
    refuses: [{ to: 'R' }, { via: 'R' }, { via: 'Rome' }],
  },
  {
    name: 'the root is a reference',
    schema: { type: 'object', $ref: '#/$defs/Args', $defs: { Args: object({ a: number }) } },
    takes: [{}, { a: 1 }],
    refuses: [{ a: 'x' }],
  },
  {
    name: 'definitions of draft-07',
    schema: {
      ...DRAFT_07,
      ...object({ to: { $ref: '#/definitions/Address' } }),
      definitions: { Address: object({ street: text }, { required: ['street'] }) },
    },
    takes: [{ to: { street: 'a' } }],
    refuses: [{ to: {} }, { to: 'a' }],
  },
  {
    name: 'keywords beside a reference of draft-07',
    schema: {
      ...DRAFT_07,
      ...object({ a: { $ref: '#/definitions/n', description: 'A number.', maximum: 2 } }),
      definitions: { n: number },
    },
    takes: [{ a: 3 }],
    refuses: [{ a: 'x' }],
  },
  {
    name: 'keywords beside a reference of 2020-12',
    schema: object(
      { a: { $ref: '#/$defs/n', maximum: 2 } },
      { ...DRAFT_2020, $defs: { n: number } },
    ),
    takes: [{ a: 2 }],
    refuses: [{ a: 3 }, { a: 'x' }],
  },
  {
    name: 'a tuple of draft-07',
    schema: object(
      { at: { type: 'array', items: [number, number], additionalItems: false } },
      DRAFT_07,
    ),
    takes: [{ at: [1, 2] }, { at: [] }],
    refuses: [{ at: [1, 'x'] }, { at: [1, 2, 3] }],
  },
  {
    name: 'dependencies of draft-07',
    schema: object(
      { card: text, cvc: text, iban: text },
      { ...DRAFT_07, dependencies: { card: ['cvc'], iban: { required: ['bic'] } } },
    ),
    takes: [{}, { card: 'a', cvc: 'b' }, { iban: 'a', bic: 'b' }],
    refuses: [{ card: 'a' }, { iban: 'a' }],
  },
  {
    name: 'an exclusive bound of draft-04',
    schema: object(
      { n: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9 } },
      { ...DRAFT_04, id: 'https://shop.example/n' },
    ),
    takes: [{ n: 0.1 }, { n: 9 }],
    refuses: [{ n: 0 }, { n: 10 }],
  },
  {
    name: 'an exclusive bound of draft-06',
    schema: object({ n: { type: 'number', exclusiveMinimum: 0 } }, DRAFT_06),
    takes: [{ n: 1 }],
    refuses: [{ n: 0 }],
  },
  {
    name: 'a tree of 2019-09',
    schema: object(
      { name: text, nodes: { type: 'array', items: { $recursiveRef: '#' } } },
      { ...DRAFT_2019, $recursiveAnchor: true, required: ['name'] },
    ),
    takes: [{ name: 'a', nodes: [{ name: 'b' }] }],
    refuses: [{ name: 'a', nodes: [{}] }, {}],
  },
  {
    name: 'a tree',
    schema: object(
      { name: text, nodes: { type: 'array', items: { $ref: '#' } } },
      { required: ['name'] },
    ),
    takes: [{ name: 'a', nodes: [{ name: 'b', nodes: [] }] }],
    refuses: [{ name: 'a', nodes: [{ name: 'b', nodes: [{}] }] }],
  },
  {
    name: 'an anchor',
    schema: object(
      { a: { $ref: '#name' } },
      { $id: 'https://shop.example/args', $defs: { x: { $anchor: 'name', ...text } } },
    ),
    takes: [{ a: 'x' }],
    refuses: [{ a: 1 }],
  },
  {
    name: 'a schema with its own address',
    schema: object(
      { a: { $ref: 'money' } },
      {
        $id: 'https://shop.example/args',
        $defs: {
          x: { $id: 'money', ...object({ n: { $ref: '#/$defs/n' } }), $defs: { n: number } },
        },
      },
    ),
    takes: [{ a: { n: 1 } }],
    refuses: [{ a: { n: 'x' } }],
  },
  {
    name: 'a reference through names with signs',
    schema: object({
      'a/b~c%d e': { type: 'array', items: object({ n: number }) },
      one: { $ref: '#/properties/a~1b~0c%25d%20e/items' },
    }),
    takes: [{ one: { n: 1 } }],
    refuses: [{ one: { n: 'x' } }],
  },
  {
    name: 'two that refer to each other',
    schema: object(
      { person: { $ref: '#/$defs/person' } },
      {
        $defs: {
          person: object({ pets: { type: 'array', items: { $ref: '#/$defs/pet' } } }),
          pet: object({ owner: { $ref: '#/$defs/person' } }, { required: ['owner'] }),
        },
      },
    ),
    takes: [{ person: { pets: [{ owner: { pets: [] } }] } }],
    refuses: [{ person: { pets: [{}] } }],
  },
]

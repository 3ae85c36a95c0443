import { expect, test } from 'vitest'
import type { JsonObject } from '../../../shared/json.ts'
import { checkArguments } from './check-arguments.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'

test.each<[string, JsonObject]>([
  ['2020-12 if it names none', {}],
  ['2020-12 if it names an unknown one', { $schema: 'https://shop.example/dialect' }],
])('a schema is read as one of %s', async (_, named) => {
  const schema = {
    ...named,
    properties: { a: { $ref: '#/$defs/n', maximum: 2 } },
    $defs: { n: {} },
  }

  expect(await checkArguments(schema, { a: 3 })).toHaveLength(1)
  expect(await checkArguments(schema, { a: 2 })).toEqual([])
})

test('a schema is read in the dialect that it names', async () => {
  const schema = {
    $schema: DRAFT_07,
    properties: { a: { $ref: '#/definitions/n', maximum: 2 } },
    definitions: { n: { type: 'number' } },
  }

  // A reference of draft-07 hides what stands beside it.
  expect(await checkArguments(schema, { a: 3 })).toEqual([])
  expect(await checkArguments(schema, { a: 'x' })).toHaveLength(1)
})

test('a name of any letters is told as it is', async () => {
  const name = 'Größe #1/~%'
  const schema = { properties: { [name]: { type: 'number' } } }

  const [issue] = await checkArguments(schema, { [name]: 'x' })

  expect(issue?.path).toEqual([name])
})

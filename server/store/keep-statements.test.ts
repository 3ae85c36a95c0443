import { expect, test } from 'vitest'
import { keepStatements, STATEMENTS_KEPT } from './keep-statements.ts'

function setUp() {
  const prepared: string[] = []
  const prepare = keepStatements((text) => {
    prepared.push(text)
    return text
  })
  return { prepared, prepare }
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `select ${index}`)

test('prepares a statement once, as long as no more are used than are kept', () => {
  const { prepared, prepare } = setUp()
  for (const text of texts(STATEMENTS_KEPT)) prepare(text)

  for (const text of texts(STATEMENTS_KEPT)) prepare(text)

  expect(prepared).toHaveLength(STATEMENTS_KEPT)
})

test('of more, those that were used last are kept', () => {
  const { prepared, prepare } = setUp()
  for (const text of texts(STATEMENTS_KEPT)) prepare(text)
  prepare('select 0')

  prepare('one more')
  prepare('select 0')
  prepare('select 1')

  expect(prepared.slice(STATEMENTS_KEPT)).toEqual(['one more', 'select 1'])
})

import { expect, test } from 'vitest'
import { errorPlace } from './error-place.ts'

const FILE = '/shop/alcove.config.ts'

function withStack<Failure extends Error>(error: Failure, stack: string): Failure {
  error.stack = stack
  return error
}

test('a mistake in the text has the line and the column that Node shows', () => {
  const stack = `${FILE}:3\n  projects: {\n    hosts: [ },\n             ^\n  },\n\nSyntaxError: x`

  expect(errorPlace(withStack(new SyntaxError('x'), stack), FILE)).toEqual({
    file: FILE,
    line: 3,
    column: 14,
  })
})

test('it may be in a file that the configuration imports', () => {
  const stack = `file:///shop/my%20tools.ts:1\nimport { a } from './b.ts'\n         ^\nSyntaxError: x`

  expect(errorPlace(withStack(new SyntaxError('x'), stack), FILE)).toEqual({
    file: '/shop/my tools.ts',
    line: 1,
    column: 10,
  })
})

test('what is thrown has the place of the last call in the file', () => {
  const stack = `TypeError: x\n    at read (file:///node.ts:1:1)\n    at file://${FILE}:5:11\n    at file://${FILE}:9:2`

  expect(errorPlace(withStack(new TypeError('x'), stack), FILE)).toEqual({
    file: FILE,
    line: 5,
    column: 11,
  })
})

test.each([
  withStack(new SyntaxError('x'), 'SyntaxError: x\n    at node:internal/x:3:4'),
  withStack(new Error('x'), `Error: x\n    at file:///other.ts:1:1`),
  'no error at all',
])('without a place there is none: %s', (error) => {
  expect(errorPlace(error, FILE)).toBeUndefined()
})

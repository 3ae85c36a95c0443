import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const NAMES = ['hosts', 'apiOrigins', 'anonymous', 'auth', 'readOnly', 'fileTypes']

test.each([
  ['host', 'hosts'],
  ['Hosts', 'hosts'],
  ['apiOrigin', 'apiOrigins'],
  ['anonimous', 'anonymous'],
  ['readonly', 'readOnly'],
  ['fileType', 'fileTypes'],
  ['aut', 'auth'],
])('%s was probably %s', (text, name) => {
  expect(nearestName(text, NAMES)).toBe(name)
})

test.each(['', 'x', 'colour', 'zzzz', 'a'.repeat(100)])('%j is like none of them', (text) => {
  expect(nearestName(text, NAMES)).toBeUndefined()
})

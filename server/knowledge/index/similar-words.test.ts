import { expect, test } from 'vitest'
import { isOneSlip } from './similar-words.ts'

test.each([
  ['lantern', 'lantren'],
  ['card', 'crad'],
  ['tent', 'tennt'],
  ['height', 'heigt'],
  ['wick', 'wack'],
])('%s and %s differ by one slip', (one, other) => {
  expect(isOneSlip(one, other)).toBe(true)
  expect(isOneSlip(other, one)).toBe(true)
})

test.each([
  ['wick', 'wick'],
  ['wick', 'wacc'],
  ['wick', 'wicked'],
  ['abcd', 'badc'],
])('%s and %s do not', (one, other) => {
  expect(isOneSlip(one, other)).toBe(false)
})

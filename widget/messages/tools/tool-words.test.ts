import { expect, test } from 'vitest'
import {
  fillToolSentence,
  SPOKEN_VALUE_MAX_CHARACTERS,
  titleOfTool,
  withoutHidden,
} from './tool-words.ts'

test('a tool is called as its owner calls it, else by its name in words', () => {
  expect(titleOfTool('order_status', { title: 'Look up an order' })).toBe('Look up an order')
  expect(titleOfTool('order_status', {})).toBe('order status')
})

test.each([
  ['Order {number}', { number: '1042' }, undefined, 'Order 1042'],
  ['{count} of {number}', { number: 7, count: 0 }, undefined, '0 of 7'],
  ['It is {result.state}', {}, { state: 'packed' }, 'It is packed'],
  ['It is {result.order.state}', {}, '{"order":{"state":"packed"}}', 'It is packed'],
  ['First: {result.items.0.name}', {}, { items: [{ name: 'Mug' }] }, 'First: Mug'],
  ['No field at all', {}, undefined, 'No field at all'],
])('%s', (sentence, args, result, text) => {
  expect(fillToolSentence(sentence, args, result)).toBe(text)
})

test.each([
  ['Order {number}', {}, undefined],
  ['Order {number}', { number: null }, undefined],
  ['Order {number}', { number: '' }, undefined],
  ['Order {number}', { number: { of: 1 } }, undefined],
  ['It is {result.state}', { result: { state: 'argument' } }, 'no object'],
  ['It is {result.state}', {}, undefined],
  ['{constructor}', {}, undefined],
  ['{__proto__.x}', {}, undefined],
])('%s is not said where something of it is missing: %j', (sentence, args, result) => {
  expect(fillToolSentence(sentence, args, result)).toBeNull()
})

test('a field’s value is a short text, and not a secret', () => {
  const long = 'x'.repeat(SPOKEN_VALUE_MAX_CHARACTERS)

  expect(fillToolSentence('{a}', { a: long }, undefined)).toBe(long)
  expect(fillToolSentence('{a}', { a: `${long}x` }, undefined)).toBe(`${long}…`)
  expect(fillToolSentence('{a}', { a: '{b} $& <b>' }, undefined)).toBe('{b} $& <b>')
  expect(fillToolSentence('{password}', { password: 'hunter2' }, undefined)).toBe('••••••')
  expect(fillToolSentence('{a}', { a: 'pay \u202Eliame' }, undefined)).not.toContain('\u202E')
})

test('without a sentence the chat says its own', () => {
  expect(fillToolSentence(undefined, {}, undefined)).toBeNull()
})

test('hidden fields are left out of an object, and of no other value', () => {
  const labels = { hidden: ['sku'] }

  expect(withoutHidden({ sku: 1, name: 'Mug' }, labels)).toEqual({ name: 'Mug' })
  expect(withoutHidden({ sku: 1 }, {})).toEqual({ sku: 1 })
  expect(withoutHidden(['sku'], labels)).toEqual(['sku'])
  expect(withoutHidden('sku', labels)).toBe('sku')
})

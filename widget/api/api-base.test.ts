// @vitest-environment node
import { expect, test } from 'vitest'
import { chooseApiBase, parseApiBase } from './api-base.ts'

test.each([
  [undefined, null],
  ['', ''],
  ['  ', ''],
  ['https://chat.example', 'https://chat.example'],
  ['https://chat.example/p/shop/', 'https://chat.example/p/shop'],
  ['http://localhost:8787//', 'http://localhost:8787'],
])('reads %j as %j (7.6)', (text, base) => {
  expect(parseApiBase(text)).toBe(base)
})

test.each([
  'chat.example',
  '/p/shop',
  'ftp://chat.example',
  'https://chat.example?x',
  'https://a#b',
])('refuses %j and says what it should be', (text) => {
  expect(() => parseApiBase(text)).toThrow(/^ALCOVE_API_BASE is .*expected an http or https/)
})

test('keeps a password out of the error', () => {
  expect(() => parseApiBase('https://me:secret@chat.example')).toThrow(/^(?!.*secret)/)
})

test.each([
  [null, 'https://own.example/p/shop'],
  ['', ''],
  ['https://chat.example', 'https://chat.example'],
])('takes a build’s %j before the document’s own base', (built, base) => {
  expect(chooseApiBase(built, 'https://own.example/p/shop')).toBe(base)
})

import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const read = (url: string, title = '') => readSource({ url, title })

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['http://a.example', 'http://a.example/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['mailto:a@b.example', undefined],
  ['/relative', undefined],
  ['java\nscript:alert(1)', undefined],
])('%s leads to %s', (url, href) => {
  expect(read(url).href).toBe(href)
})

test('is called by its title, else by its address', () => {
  expect(read('https://a.example/x', 'About A').name).toBe('About A')
  expect(read('https://a.example/x').name).toBe('a.example/x')
  expect(read('javascript:alert(1)').name).toBe('javascript:alert(1)')
})

test('notes a title that names another host than the address', () => {
  expect(read('https://evil.test', 'bank.com').isOtherHost).toBe(true)
  expect(read('https://www.bank.com', 'bank.com').isOtherHost).toBe(false)
  expect(read('https://evil.test', 'A title').isOtherHost).toBe(false)
})

test('makes hidden characters visible and cuts after 200', () => {
  expect(read('https://a.example', 'a\u202eb').name).toBe('a[U+202E]b')
  expect(read('https://a.example', 'x'.repeat(200)).name).toBe('x'.repeat(200))
  expect(read('https://a.example', 'x'.repeat(201)).name).toBe(`${'x'.repeat(200)}…`)
})

import { expect, test } from 'vitest'
import { createPathFilter, isAsset, pathOf } from './path-filter.ts'

const takes = (path: string, include: readonly string[], exclude: readonly string[] = []) =>
  createPathFilter({ include: [...include], exclude: [...exclude] })(path)

test.each([
  ['guide/a.md', [], true],
  ['guide/a.md', ['guide/**'], true],
  ['guide/deep/a.md', ['/guide/**'], true],
  ['guide/a.md', ['guide/'], true],
  ['guides/a.md', ['guide/'], false],
  ['deep/guide/a.md', ['guide/**'], false],
  ['deep/guide/a.md', ['guide'], true],
  ['deep/a.md', ['*.md'], true],
  ['deep/a.md', ['*.{md,html}'], true],
  ['deep/a.txt', ['*.{md,html}'], false],
])('takes %s by %j: %s', (path, include, isTaken) => {
  expect(takes(path, include)).toBe(isTaken)
})

test('an excluded path is left out although it is included', () => {
  expect(takes('guide/a.md', ['guide/**'], ['a.md'])).toBe(false)
  expect(takes('guide/b.md', ['guide/**'], ['a.md'])).toBe(true)
})

test('the path of an address is readable', () => {
  expect(pathOf(new URL('https://shop.example/f%C3%BCr%20dich?x=1'))).toBe('für dich')
  expect(pathOf(new URL('https://shop.example/100%'))).toBe('100%')
})

test('parts of pages are no documents', () => {
  expect(['/a.png', '/b.css', '/c.JS', '/feed.xml'].filter(isAsset)).toHaveLength(4)
  expect(['/a.html', '/b.pdf', '/c.docx', '/d', '/e.csv', '/png'].filter(isAsset)).toEqual([])
})

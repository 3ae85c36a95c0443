import { expect, test } from 'vitest'
import { parseRobots } from './robots.ts'

const ORIGIN = 'https://shop.example'
const allows = (text: string, path: string) =>
  parseRobots(ORIGIN, text).isAllowed(new URL(path, ORIGIN))

test.each([
  ['without rules', '', '/a', true],
  ['for all crawlers', 'User-agent: *\nDisallow: /a', '/a/b', false],
  ['for another crawler', 'User-agent: other\nDisallow: /', '/a', true],
  ['for this one in any case', 'User-agent: ALCOVE\nDisallow: /', '/a', false],
  [
    'for this one before those for all',
    'User-agent: *\nDisallow: /\n\nUser-agent: alcove\nAllow: /',
    '/a',
    true,
  ],
  [
    'of a group with a sitemap between its names',
    'User-agent: alcove\nSitemap: /s.xml\nUser-agent: b\nDisallow: /',
    '/a',
    false,
  ],
  ['after a byte order mark', '\uFEFFUser-agent: *\nDisallow: /', '/a', false],
  ['with the longest match', 'User-agent: *\nDisallow: /\nAllow: /guide/', '/guide/a', true],
])('obeys rules %s', (_, text, path, isAllowed) => {
  expect(allows(text, path)).toBe(isAllowed)
})

test('speaks for no other origin', () => {
  expect(allows('', 'https://other.example/a')).toBe(false)
  expect(allows('', `${ORIGIN}/a`)).toBe(true)
})

test('tells the pause that a site wants', () => {
  expect(parseRobots(ORIGIN, 'User-agent: *\nCrawl-delay: 2').delaySeconds).toBe(2)
  expect(parseRobots(ORIGIN, 'User-agent: other\nCrawl-delay: 2').delaySeconds).toBeUndefined()
})

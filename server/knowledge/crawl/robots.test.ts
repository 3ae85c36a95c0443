import { expect, test } from 'vitest'
import { parseRobots, PATTERNS_MAX_CHARACTERS, type Robots } from './robots.ts'

const ORIGIN = 'https://shop.example'
const parse = (text: string) => parseRobots(ORIGIN, text) as Robots
const allows = (text: string, path: string) => parse(text).isAllowed(new URL(path, ORIGIN))

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
  ['of one group with many names', 'User-agent: a\nUser-agent: *\nDisallow: /', '/a', false],
  ['of a name with a comment', 'User-agent: alcove/2 # us\nDisallow: /', '/a', false],
  ['of a group behind ours', 'User-agent: *\nDisallow: /b\nUser-agent: b\nDisallow: /', '/a', true],
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
  expect(parse('User-agent: *\nCrawl-delay: 2').delaySeconds).toBe(2)
  expect(parse('User-agent: other\nCrawl-delay: 2').delaySeconds).toBeUndefined()
})

test('keeps each rule once, however many names its group has', () => {
  // The parser alone would keep 400 million rules.
  const names = Array.from({ length: 20_000 }, (_, index) => `User-agent: ${index}`)
  const rules = Array.from({ length: 20_000 }, () => 'Disallow: /a')
  const text = [...names, 'User-agent: *', ...rules].join('\n')

  expect(allows(text, '/a')).toBe(false)
  expect(allows(text, '/b')).toBe(true)
})

test('gives up on rules that cost too much for each address', () => {
  const rules = (characters: number) => `User-agent: *\nDisallow: /${'*a'.repeat(characters / 2)}`

  expect(parseRobots(ORIGIN, rules(PATTERNS_MAX_CHARACTERS))).toMatch(/too many rules/)
  expect(allows(rules(PATTERNS_MAX_CHARACTERS / 2), '/a')).toBe(true)
  const ofOthers = rules(PATTERNS_MAX_CHARACTERS).replace('*', 'other')
  expect(allows(ofOthers, '/a')).toBe(true)
})

import { describe, expect, test } from 'vitest'
import {
  ALLOWED_ORIGIN_LENGTH_MAX,
  ALLOWED_ORIGINS_MAX,
  matchesOrigin,
  parseAllowedOrigins,
  parseOrigins,
} from './origins.ts'

describe('an origin is written anew as one source', () => {
  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://*.shop.example', 'https://*.shop.example'],
    ['https://*.a.b.shop.example:8443', 'https://*.a.b.shop.example:8443'],
    ['https://*.me.github.io', 'https://*.me.github.io'],
    ['https://me.github.io', 'https://me.github.io'],
    ['https://*.pub-1.r2.dev', 'https://*.pub-1.r2.dev'],
    ['https://*.school.k12.ca.us', 'https://*.school.k12.ca.us'],
    ['https://intranet', 'https://intranet'],
    ['https://192.168.1.5', 'https://192.168.1.5'],
    ['http://localhost', 'http://localhost'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:*', 'http://localhost:*'],
    ['https://localhost:*', 'https://localhost:*'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ])('%s becomes %s', (entry, source) => {
    expect(parseAllowedOrigins(entry)).toEqual([source])
  })
})

describe('entries that are none', () => {
  test.each([
    '*',
    'null',
    'self',
    "'self'",
    'https:',
    'https://',
    'https://*',
    'https://*.com',
    'https://*.',
    'https://*.localhost',
    'https://a.*.example',
    'https://*shop.example',
    'https://*.*.shop.example',
    'https://*.github.io',
    'https://*.vercel.app',
    'https://*.co.uk',
    'https://*.k12.ca.us',
    'https://*.foo.kawasaki.jp',
    'https://*.s3.amazonaws.com',
    'https://*.nip.io',
    'https://*.amazonaws.com',
    'https://*.r2.dev',
    'https://*.pages.dev',
    'https://*.workers.dev',
    'https://*.kawasaki.jp',
    'https://*.k12.ca.us',
    'https://*.1.2.3.4',
    'http://*.shop.example',
    'http://shop.example',
    'http://127.0.0.2',
    'http://localhost.evil.test',
    'ftp://shop.example',
    'data:text/html',
    'file:///etc/passwd',
    'javascript://shop.example',
    'shop.example',
    '//shop.example',
    'https:/shop.example',
    'https://shop.example/path',
    'https://shop.example?q',
    'https://shop.example#f',
    'https://user@shop.example',
    'https://user:word@shop.example',
    'https://shop.example; script-src *',
    'https://shop.example;',
    'https://shop.example script-src',
    'https://shop.example\r\nX-Evil: 1',
    'https://shop.example\n',
    'https://shop.example\t',
    'https://shop.example"',
    "https://shop.example'",
    'https://shop.example\\',
    'https://shop%2eexample',
    'https://shop.example.',
    'https://.shop.example',
    'https://shop..example',
    'https://-shop.example',
    'https://shop_example.test',
    'https://shop.example:0',
    'https://shop.example:65536',
    'https://shop.example:x',
    'https://shop.example:*',
    'https://[::1]',
    'https://0x7f.1',
    'https://2130706433',
    'https://shop\u2028.example',
    'https://shop\u202e.example',
  ])('an entry that is no origin, or too wide a one, is refused: %j (T03)', (entry) => {
    expect(() => parseAllowedOrigins(entry)).toThrow('ALCOVE_ALLOWED_ORIGINS')
  })
})

test('a list is split at commas, blanks and empty entries go, doubles go', () => {
  expect(parseAllowedOrigins(' https://a.example ,,https://b.example, https://A.example ')).toEqual(
    ['https://a.example', 'https://b.example'],
  )
  expect(parseAllowedOrigins(undefined)).toEqual([])
  expect(parseAllowedOrigins('')).toEqual([])
})

test('one bad entry among good ones refuses all, and is named', () => {
  expect(() => parseAllowedOrigins('https://a.example,https://*.com')).toThrow('"https://*.com"')
})

test('32 entries are kept and 33 are refused', () => {
  const list = (length: number) =>
    Array.from({ length }, (_, index) => `https://s${index}.example`).join()

  expect(parseAllowedOrigins(list(ALLOWED_ORIGINS_MAX))).toHaveLength(ALLOWED_ORIGINS_MAX)
  expect(() => parseAllowedOrigins(list(ALLOWED_ORIGINS_MAX + 1))).toThrow('at most 32')
})

test('an entry of 255 characters is kept and one of 256 is refused', () => {
  const entry = (length: number) => {
    const start = `https://${'a.'.repeat(120)}`
    return start.padEnd(length, 'x')
  }

  expect(parseAllowedOrigins(entry(ALLOWED_ORIGIN_LENGTH_MAX))).toHaveLength(1)
  expect(() => parseAllowedOrigins(entry(ALLOWED_ORIGIN_LENGTH_MAX + 1))).toThrow('longer than 255')
})

test('an error says what was expected', () => {
  expect(() => parseAllowedOrigins('shop.example')).toThrow('such as https://shop.example')
})

test('an entry of a list is named by its place', () => {
  const source = 'alcove.config.ts: projects.shop.hosts'

  expect(parseOrigins(['https://a.example/', 'https://A.example'], source)).toEqual([
    'https://a.example',
  ])
  expect(() => parseOrigins(['https://a.example', 'https://*.com'], source)).toThrow(
    'alcove.config.ts: projects.shop.hosts[1]: "https://*.com": a wildcard needs',
  )
})

test('an entry of a list is one origin: neither a comma nor a blank makes it two', () => {
  for (const entry of ['https://a.example,https://b.example', ' https://a.example', '']) {
    expect(() => parseOrigins([entry], 'x')).toThrow('x[0]')
  }
})

test('a list has 32 entries at most, whether they differ or not', () => {
  const list = (length: number) => Array.from({ length }, () => 'https://a.example')

  expect(parseOrigins(list(ALLOWED_ORIGINS_MAX), 'x')).toHaveLength(1)
  expect(() => parseOrigins(list(ALLOWED_ORIGINS_MAX + 1), 'x')).toThrow('at most 32')
})

test.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'https://shop.example:8443', false],
  ['https://shop.example', 'http://shop.example', false],
  ['https://shop.example', 'https://shop.example.evil.test', false],
  ['https://*.shop.example', 'https://www.shop.example', true],
  ['https://*.shop.example', 'https://a.b.shop.example', true],
  ['https://*.shop.example', 'https://shop.example', false],
  ['https://*.shop.example', 'https://evilshop.example', false],
  ['https://*.shop.example', 'http://www.shop.example', false],
  ['https://*.shop.example', 'https://www.shop.example:8443', false],
  ['https://*.shop.example:8443', 'https://www.shop.example:8443', true],
  ['http://localhost:*', 'http://localhost:3000', true],
  ['http://localhost:*', 'http://localhost', true],
  ['http://localhost:*', 'https://localhost:3000', false],
  ['http://localhost:*', 'http://localhost.evil.test:3000', false],
  ['https://shop.example', 'null', false],
  ['https://shop.example', 'https://shop.example/', false],
  ['https://shop.example', 'https://SHOP.example', false],
])('%s for %s: %s', (entry, origin, expected) => {
  expect(matchesOrigin([entry], origin)).toBe(expected)
})

import { expect, test } from 'vitest'
import { matchesOrigin } from './matches-origin.ts'

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

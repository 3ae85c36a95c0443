import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

const LIST = [
  'https://shop.example',
  'http://localhost:*',
  'https://*.brand.example',
  'https://*.brand.example:8443',
]

test.each([
  'https://shop.example',
  'http://localhost',
  'http://localhost:8788',
  'http://localhost:65535',
  'https://a.brand.example',
  'https://a.b.brand.example',
  'https://a.brand.example:8443',
])('lets %s in', (origin) => {
  expect(isAllowedOrigin(origin, LIST)).toBe(true)
})

test.each([
  'null',
  '',
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example.evil.test',
  'https://evilshop.example',
  'https://localhost:8788',
  'http://localhost.evil.test',
  'http://localhost:8788.evil.test',
  'http://localhost:123456',
  'http://localhost:',
  'https://brand.example',
  'https://.brand.example',
  'http://a.brand.example',
  'https://abrand.example',
  'https://a.brand.example:9999',
  'https://a.brand.example.evil.test',
])('keeps %s out', (origin) => {
  expect(isAllowedOrigin(origin, LIST)).toBe(false)
})

test('lets nobody in with an empty list, and an opaque origin in with none', () => {
  expect(isAllowedOrigin('https://shop.example', [])).toBe(false)
  expect(isAllowedOrigin('null', ['null'])).toBe(false)
})

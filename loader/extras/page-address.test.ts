import { afterEach, expect, test } from 'vitest'
import { matchesAddress } from './page-address.ts'

const before = location.href
const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
const isOn = (address: string, given: unknown, otherwise = false) => {
  happyDOM.setURL(new URL(address, 'https://shop.test').href)
  return matchesAddress(given, otherwise)
}

afterEach(() => happyDOM.setURL(before))

test.each([
  ['/shop', '/shop', true],
  ['/shop/', '/shop', true],
  ['/shop/chair', '/shop', false],
  ['/shop/chair', '/shop/*', true],
  ['/shop', '/shop/*', false],
  ['/shop/chair/red', '/shop/:sku', false],
  ['/shop/chair', '/shop/:sku', true],
  ['/shop/chair?size=2', '/shop/chair', true],
  ['/shop/chair?size=2', '/shop/chair?size=1', false],
  ['/shop/chair?size=2', '/shop/*?size=2', true],
  ['/#/help', '/#/help', true],
  ['/#/pay', '/#/help', false],
  ['/a+b(c)', '/a+b(c)', true],
  ['/aab', '/a+b', false],
])('%s is on %s: %s', (address, pattern, is) => {
  expect(isOn(address, pattern)).toBe(is)
})

test('one of several is enough, as a list or between spaces', () => {
  expect(isOn('/b', ['/a', '/b'])).toBe(true)
  expect(isOn('/b', '/a  /b')).toBe(true)
  expect(isOn('/c', '/a /b')).toBe(false)
})

test('no pattern says nothing', () => {
  for (const none of [undefined, '', [], null]) {
    expect(isOn('/a', none, true)).toBe(true)
    expect(isOn('/a', none, false)).toBe(false)
  }
})

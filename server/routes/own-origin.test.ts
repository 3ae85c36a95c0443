import { expect, test } from 'vitest'
import { isPublicAddress } from './own-origin.ts'

test.each([
  ['http://localhost:8787', false],
  ['http://shop.localhost/p/shop', false],
  ['http://127.0.0.1', false],
  ['http://[::1]:80', false],
  ['https://chat.example.com', true],
  ['http://192.168.1.2:8787', true],
  ['https://localhost.example.com', true],
])('the service at %s may be read by others than the operator: %s', (base, isPublic) => {
  expect(isPublicAddress(base)).toBe(isPublic)
})

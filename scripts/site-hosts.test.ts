import { expect, test } from 'vitest'
import { readOwnName } from './site-hosts.ts'

const NAMES = ['shop.example', '*.tunnel.example']

test.each([
  ['localhost:8788', 'localhost'],
  ['LOCALHOST.', 'localhost'],
  ['shop.localhost', 'shop.localhost'],
  ['127.0.0.1:8788', '127.0.0.1'],
  ['192.0.2.7', '192.0.2.7'],
  ['[::1]:8788', '[::1]'],
  ['Shop.Example', 'shop.example'],
  ['a.b.tunnel.example:443', 'a.b.tunnel.example'],
])('"%s" is the site, called %s', (host, name) => {
  expect(readOwnName(host, NAMES)).toBe(name)
})

test.each([
  'evil.test',
  'localhost.evil.test',
  'evillocalhost',
  '127.0.0.1.evil.test',
  'tunnel.example',
  'eviltunnel.example',
  'shop.example.evil.test',
  'evil.test:8788:8788',
  'localhost/x',
  'evil.test@localhost',
  '"><script>',
  '[::1',
  '',
])('"%s" is not', (host) => {
  expect(readOwnName(host, NAMES)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const direct = (remote: string | undefined) =>
  clientAddress({ remote, forwardedFor: undefined, trustedProxies: 0 })
const through = (trustedProxies: number, forwardedFor: string) =>
  clientAddress({ remote: '10.0.0.1', forwardedFor, trustedProxies })

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
  ['1.2.3.4.5', 'unknown'],
])('%s is counted as %s', (remote, key) => {
  expect(direct(remote)).toBe(key)
})

test('X-Forwarded-For is ignored when no proxy is trusted', () => {
  expect(through(0, '6.6.6.6')).toBe('10.0.0.1')
})

test('with one trusted proxy only the last entry counts', () => {
  expect(through(1, '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4')
  expect(through(1, '1.2.3.4')).toBe('1.2.3.4')
})

test('with two trusted proxies the last but one counts', () => {
  expect(through(2, '6.6.6.6, 1.2.3.4, 10.0.0.2')).toBe('1.2.3.4')
})

test.each(['', 'unknown', '<script>', '1.2.3.4, ', '300.1.1.1'])(
  'what is no address (%j) leaves the socket’s own',
  (header) => {
    expect(through(1, header)).toBe('10.0.0.1')
  },
)

test('fewer entries than trusted proxies leave the socket’s own', () => {
  expect(through(3, '6.6.6.6, 1.2.3.4')).toBe('10.0.0.1')
})

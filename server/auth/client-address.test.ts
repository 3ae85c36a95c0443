import fc from 'fast-check'
import { isIPv6 } from 'node:net'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const PROXY = '10.0.0.1'

const direct = (remote: string | undefined) =>
  clientAddress({ remote, forwardedFor: undefined, trustedProxies: 0 })
const through = (trustedProxies: number, forwardedFor: string | undefined) =>
  clientAddress({ remote: PROXY, forwardedFor, trustedProxies })

test.each([
  // IPv4, in all spellings of a socket for both versions.
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
  ['0000:0000:0000:0000:0000:ffff:0102:0304', '1.2.3.4'],
  ['::ffff:1.2.3.4%eth0', '1.2.3.4'],
  // Compatible and translated addresses.
  ['::1.2.3.4', '1.2.3.4'],
  ['0:0:0:0:0:0:102:304', '1.2.3.4'],
  ['::ffff:0:1.2.3.4', '1.2.3.4'],
  // NAT64: all of IPv4 lies in one /64.
  ['64:ff9b::1.2.3.4', '1.2.3.4'],
  ['64:FF9B::102:304', '1.2.3.4'],
  ['0064:ff9b:0:0:0:0:102:305', '1.2.3.5'],
  // Translators of an operator: the /48, /56, /64 and /96 of the same IPv4 address cannot be inferred.
  ['64:ff9b:1:102:3:400::', '64:ff9b:1:102:3:400:0:0/128'],
  ['64:ff9b:1:1:2:304::', '64:ff9b:1:1:2:304:0:0/128'],
  ['64:ff9b:1::1.2.3.4', '64:ff9b:1:0:0:0:102:304/128'],
  ['64:ff9b:1::1.2.3.5', '64:ff9b:1:0:0:0:102:305/128'],
  ['64:ff9b:2::1.2.3.4', '64:ff9b:2:0::/64'],
  // 6to4: 65,536 networks belong to one IPv4 address.
  ['2002:102:304::1', '1.2.3.4'],
  ['2002:102:304:ffff:1:2:3:4', '1.2.3.4'],
  // Teredo: the address is at the end, inverted; before it a server that many share.
  ['2001:0:4136:e378:8000:63bf:fefd:fcfb', '1.2.3.4'],
  ['2001:0:4136:e378:8000:63bf:fefd:fcfa', '1.2.3.5'],
  // IPv6: half of an address is free to choose.
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
  ['1.2.3.4.5', 'unknown'],
  ['1.2.3.4:80', 'unknown'],
])('%s is counted as %s', (remote, key) => {
  expect(direct(remote)).toBe(key)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['"203.0.113.7:4711"', '203.0.113.7'],
  ['  203.0.113.7:1  ', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::1]:443"', '2001:db8:1:2::/64'],
  ['"2001:db8:1:2::1"', '2001:db8:1:2::/64'],
  ['[fe80::1%25eth0]:443', 'fe80:0:0:0::/64'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['[64:ff9b::203.0.113.7]:443', '203.0.113.7'],
  ['64:ff9b::203.0.113.8', '203.0.113.8'],
])('a trusted proxy’s entry %s is counted as %s', (entry, key) => {
  expect(through(1, entry)).toBe(key)
  expect(through(1, `6.6.6.6, [2001:db8:6::6]:66,"6.6.6.6:6", ,unknown,${entry}`)).toBe(key)
  expect(through(2, `6.6.6.6, ${entry}, 10.0.0.2:8080`)).toBe(key)
})

test('X-Forwarded-For is ignored when no proxy is trusted', () => {
  expect(through(0, '6.6.6.6')).toBe(PROXY)
  expect(through(0, '6.6.6.6:66')).toBe(PROXY)
})

test.each([
  ['', ''],
  ['1.2.3.4, ', ''],
  ['1.2.3.4,unknown', 'unknown'],
  ['1.2.3.4, _hidden', '_hidden'],
  ['1.2.3.4, "_hidden"', '"_hidden"'],
  ['1.2.3.4, unix:', 'unix:'],
  ['1.2.3.4, <script>', '<script>'],
  ['1.2.3.4, 300.1.1.1', '300.1.1.1'],
  ['1.2.3.4, 300.1.1.1:80', '300.1.1.1:80'],
  ['1.2.3.4, 5.6.7.8:', '5.6.7.8:'],
  ['1.2.3.4, [5.6.7.8', '[5.6.7.8'],
  ['1.2.3.4, shop.example:443', 'shop.example:443'],
  [undefined, undefined],
])(
  'a trusted proxy that gives no address (%j) has its caller counted as itself',
  (header, seen) => {
    const unreadable: (string | undefined)[] = []
    const source = { remote: PROXY, forwardedFor: header, trustedProxies: 1 }

    expect(clientAddress(source, (entry) => unreadable.push(entry))).toBe(PROXY)
    expect(unreadable).toEqual([seen])
  },
)

test('fewer entries than trusted proxies leave the socket’s own', () => {
  const unreadable: (string | undefined)[] = []
  const source = { remote: PROXY, forwardedFor: '6.6.6.6, 1.2.3.4', trustedProxies: 3 }

  expect(clientAddress(source, (entry) => unreadable.push(entry))).toBe(PROXY)
  expect(unreadable).toEqual([undefined])
})

test('an address that can be read is not reported', () => {
  const fail = () => expect.unreachable()

  expect(clientAddress({ remote: PROXY, forwardedFor: '1.2.3.4', trustedProxies: 1 }, fail)).toBe(
    '1.2.3.4',
  )
  expect(clientAddress({ remote: PROXY, forwardedFor: 'x', trustedProxies: 0 }, fail)).toBe(PROXY)
})

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.[]",% \n') }),
  fc.ipV6().map((address) => `[${address}]:80`),
)

test('any text has a bucket, and what a caller writes before the trusted entry changes nothing', () => {
  fc.assert(
    fc.property(texts, texts, fc.nat(4), (header, spoofed, trustedProxies) => {
      const address = through(trustedProxies, header)
      expect(address).not.toBe('')
      const hops = header.split(',').length
      if (trustedProxies > hops) return
      expect(through(trustedProxies, `${spoofed},${header}`)).toBe(address)
    }),
  )
})

const bytes = fc.tuple(fc.integer({ min: 1, max: 255 }), fc.nat(255), fc.nat(255), fc.nat(255))

test('an IPv4 address has one bucket in all its spellings', () => {
  fc.assert(
    fc.property(bytes, fc.nat(0xffff), fc.nat(0xffff), (parts, one, two) => {
      const [a, b, c, d] = parts
      const hex = (high: number, low: number) => (high * 256 + low).toString(16)
      const v4 = parts.join('.')
      const pair = `${hex(a, b)}:${hex(c, d)}`
      const inverted = `${hex(255 - a, 255 - b)}:${hex(255 - c, 255 - d)}`
      const spellings = [
        v4,
        ...[v4, pair].flatMap((tail) => [
          `::ffff:${tail}`,
          `0:0:0:0:0:FFFF:${tail}`,
          `::${tail}`,
          `::ffff:0:${tail}`,
          `64:ff9b::${tail}`,
          `0064:FF9B:0:0:0:0:${tail}`,
        ]),
        `2002:${pair}:${one.toString(16)}::${two.toString(16)}`,
        `2001:0:${one.toString(16)}:${two.toString(16)}:0:1:${inverted}`,
      ]
      for (const spelling of spellings) {
        expect(direct(spelling)).toBe(v4)
        const inBrackets = isIPv6(spelling) ? `[${spelling}]` : spelling
        expect(through(1, spelling)).toBe(v4)
        expect(through(1, `${inBrackets}:4711`)).toBe(v4)
        expect(through(1, `"${inBrackets}:4711"`)).toBe(v4)
      }
    }),
  )
})

test('all addresses of one IPv6 network share a bucket, and the next network has another', () => {
  const group = fc.nat(0xffff)
  const half = fc.tuple(group, group, group, group)
  const textOf = (groups: readonly number[]) => groups.map((value) => value.toString(16)).join(':')

  fc.assert(
    fc.property(group, group, half, half, (site, network, one, other) => {
      const addressOf = (net: number, host: readonly number[]) =>
        textOf([0x2a00, 1, site, net, ...host])
      const address = direct(addressOf(network, one))
      expect(direct(addressOf(network, other))).toBe(address)
      expect(direct(addressOf((network + 1) % 0x10000, one))).not.toBe(address)
    }),
  )
})

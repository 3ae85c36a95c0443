import { expect, test } from 'vitest'
import { isAddress, isLoopback, readHostName } from './host-name.ts'

test.each([
  ['chat.example', 'chat.example'],
  ['Chat.Example:8787', 'chat.example'],
  ['chat.example.', 'chat.example'],
  ['alcove_desk:80', 'alcove_desk'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['[::1]:8787', '[::1]'],
  ['[0:0:0:0:0:0:0:1]', '[::1]'],
  ['127.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
])('the name in the host "%s" is %s', (host, name) => {
  expect(readHostName(host)).toBe(name)
})

test.each(['', ':80', 'a b', 'a/b', 'a\\b', 'a?b', 'a#b', 'a@b', '[::1', '::1', 'a:99999', 'a\tb'])(
  '"%s" is not a host',
  (host) => {
    expect(readHostName(host)).toBeUndefined()
  },
)

test.each(['127.0.0.1', '10.0.0.1', '0.0.0.0', '[::1]', '[2001:db8::7]'])(
  '%s is an address',
  (name) => {
    expect(isAddress(name)).toBe(true)
  },
)

test.each(['localhost', 'chat.example', '127.0.0.1.evil.test', '127-0-0-1.nip.io', ''])(
  '%s is a name',
  (name) => {
    expect(isAddress(name)).toBe(false)
  },
)

test.each(['localhost', 'LOCALHOST.', 'chat.localhost', '127.8.9.10', '[::1]', '::ffff:127.0.0.1'])(
  '%s never leaves this machine',
  (name) => {
    expect(isLoopback(name)).toBe(true)
  },
)

test.each([
  'localhost.evil.test',
  'evillocalhost',
  '.localhost.x',
  '192.0.2.7',
  '0.0.0.0',
  '[::2]',
])('%s may', (name) => {
  expect(isLoopback(name)).toBe(false)
})

import { expect, test } from 'vitest'
import { shownOrigin } from '../shared/shown-origin.ts'
import { localOrigin, readStartSettings } from './start-settings.ts'

test('listens on the local machine at 8787 and 8788 by default', () => {
  expect(readStartSettings({})).toEqual({
    port: 8787,
    demoPort: 8788,
    host: '127.0.0.1',
    siteHosts: [],
  })
})

test('reads ports, host, public address and host secret', () => {
  const env = {
    PORT: '1',
    DEMO_PORT: '65535',
    HOST: '0.0.0.0',
    ALCOVE_PUBLIC_URL: 'https://chat.example.com/',
    ALCOVE_HOST_SECRET: 'secret',
    ALCOVE_ALLOWED_ORIGINS: 'https://Shop.example, https://*.shop.example:8443,nothing',
  }

  expect(readStartSettings(env)).toEqual({
    port: 1,
    demoPort: 65_535,
    host: '0.0.0.0',
    publicUrl: 'https://chat.example.com',
    hostSecret: 'secret',
    siteHosts: ['shop.example', '*.shop.example', '0.0.0.0'],
  })
})

test.each(['0', '65536', '80.5', 'http', '-1'])(
  'refuses %s as a port and names the setting',
  (text) => {
    expect(() => readStartSettings({ PORT: text })).toThrow(`PORT is "${text}"`)
    expect(() => readStartSettings({ DEMO_PORT: text })).toThrow(`DEMO_PORT is "${text}"`)
  },
)

test('refuses one port for both', () => {
  expect(() => readStartSettings({ PORT: '8788' })).toThrow('PORT and DEMO_PORT are both 8788')
})

test.each([
  ['127.0.0.1', 'http://localhost:80', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://localhost:80', 'http://127.0.0.1:80'],
  ['::', 'http://localhost:80', 'http://[::1]:80'],
  ['::1', 'http://localhost:80', 'http://[::1]:80'],
  ['10.0.0.5', 'http://10.0.0.5:80', 'http://10.0.0.5:80'],
])('shows and reaches a server on %s', (host, shown, local) => {
  expect(shownOrigin(host, 80)).toBe(shown)
  expect(localOrigin(host, 80)).toBe(local)
})

import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64) ${WEBKIT} Chrome/140.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${WEBKIT} Version/18.0 Safari/605.1`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/140.0 Mobile`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile`, 'Chrome on Android'],
  ['curl/8.0', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (header, name) => {
  expect(deviceName(header)).toBe(name)
})

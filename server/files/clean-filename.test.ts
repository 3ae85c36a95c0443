import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { cleanFilename } from './clean-filename.ts'
import { contentDisposition } from './file-headers.ts'

const LONG = 'a'.repeat(300)

/** Given names of files, and their cleaned form. */
const NAMES: readonly (readonly [given: string, cleaned: string])[] = [
  ['photo.png', 'photo.png'],
  ['a b.txt', 'a b.txt'],
  ['Grüße.pdf', 'Grüße.pdf'],
  ['世界.png', '世界.png'],
  ['👨‍👩‍👧.gif', '👨👩👧.gif'],
  ['e\u0301.txt', 'é.txt'],
  ['../../etc/passwd', 'etcpasswd'],
  ['..\\..\\windows\\system32', 'windowssystem32'],
  ['/etc/passwd', 'etcpasswd'],
  ['C:\\boot.ini', 'C:boot.ini'],
  ['....//....//x', 'x'],
  ['.', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['', 'file'],
  [' ', 'file'],
  ['\0', 'file'],
  ['\u200b', 'file'],
  ['.htaccess', 'htaccess'],
  ['.env', 'env'],
  ['a\0.png', 'a.png'],
  ['a.png\0.html', 'a.png.html'],
  ['a\r\nSet-Cookie: x=1', 'aSet-Cookie: x=1'],
  ['a\u2028b\u2029c', 'abc'],
  ['a\tb', 'ab'],
  ['a\u001b[31mb', 'a[31mb'],
  ['a\u007fb\u0085c', 'abc'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['\u2066a\u2069\u200f.txt', 'a.txt'],
  ['\ufeffbom.txt', 'bom.txt'],
  ['a\ud800b.txt', 'ab.txt'],
  ['\udc00\ud800', 'file'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['LPT9', '_LPT9'],
  ['console.log', 'console.log'],
  ['trailing. . .', 'trailing'],
  ['  spaced  ', 'spaced'],
  ['a"b.txt', 'a"b.txt'],
  ["it's.txt", "it's.txt"],
  ['a;b=c,d.txt', 'a;b=c,d.txt'],
  ['100%.txt', '100%.txt'],
  ['%2e%2e%2f.txt', '%2e%2e%2f.txt'],
  ['=cmd|calc.csv', '=cmd|calc.csv'],
  ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ['; rm -rf ~', '; rm -rf ~'],
  ['$(reboot).txt', '$(reboot).txt'],
  [`${LONG}.pdf`, `${'a'.repeat(251)}.pdf`],
  [LONG, 'a'.repeat(255)],
  ['ü'.repeat(200), 'ü'.repeat(127)],
  [`${'👍'.repeat(100)}.png`, `${'👍'.repeat(62)}.png`],
  [`a.${LONG}`, `a.${'a'.repeat(253)}`],
]

/** Strict: one `inline` or `attachment`, a quoted name of plain characters, and at most one RFC 8187 value. */
const STRICT =
  /^(inline|attachment); filename="([^"\\%\p{Cc}\u0080-\u{10ffff}]{1,255})"(?:; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+))?$/u

test.each(NAMES)('keeps of %j what is a name', (given, cleaned) => {
  expect(cleanFilename(given)).toBe(cleaned)
})

test.each(NAMES)('downloads %j under one strict header', (given) => {
  const name = cleanFilename(given)

  const header = contentDisposition('application/octet-stream', name)
  const found = STRICT.exec(header)

  expect(found?.[1]).toBe('attachment')
  expect(found?.[3] === undefined ? found?.[2] : decodeURIComponent(found[3])).toBe(name)
  expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(cleanFilename(name)).toBe(name)
})

test('takes names of 255 bytes, and cuts those of 256', () => {
  expect(cleanFilename('b'.repeat(255))).toHaveLength(255)
  expect(cleanFilename('b'.repeat(256))).toHaveLength(255)
})

test.each([
  ['image/png', 'inline'],
  ['image/jpeg', 'inline'],
  ['image/gif', 'inline'],
  ['image/webp', 'inline'],
  ['image/svg+xml', 'attachment'],
  ['text/html', 'attachment'],
  ['text/plain', 'attachment'],
  ['application/pdf', 'attachment'],
  ['application/octet-stream', 'attachment'],
])('lets a browser open %s: %s', (type, kind) => {
  expect(contentDisposition(type, 'x')).toBe(`${kind}; filename="x"`)
})

test('cleans a name of a megabyte at once', () => {
  const spentMs = startCpuTimer()

  for (const part of ['. ', 'a', '\u202e', '/', 'ü. ']) cleanFilename(part.repeat(500_000))

  expect(spentMs()).toBeLessThan(2_000)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { LOGO_MAX_BYTES, readLook } from '../../shared/look/read-look.ts'
import { imageFile } from './define-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'alcove-logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeImage(head: string, length = 100): string {
  const path = join(folder, 'logo')
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(length)]).subarray(0, length),
  )
  return path
}

const PNG = '\x89PNG\r\n\x1a\n'

test.each([
  ['image/png', PNG],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\x00\x00\x00\x00WEBPVP8 '],
])('a file of %s is a logo', (type, head) => {
  const logo = imageFile(writeImage(head))

  expect(logo.startsWith(`data:${type};base64,`)).toBe(true)
  expect(readLook({ logo })).toEqual({ look: { logo }, problems: [] })
})

test('the largest file is a logo, and may be named by its address', () => {
  const logo = imageFile(pathToFileURL(writeImage(PNG, LOGO_MAX_BYTES)))

  expect(readLook({ logo }).problems).toEqual([])
})

test.each([
  [() => writeImage(PNG, LOGO_MAX_BYTES + 1), /logo has 16385 bytes; expected at most 16384/],
  [
    () => writeImage('<svg xmlns="http://www.w3.org/2000/svg">'),
    /logo is not a PNG, JPEG, WebP or GIF/,
  ],
  [() => join(folder, 'nothing'), /nothing cannot be read/],
])('a file that cannot be a logo is refused in words', (create, words) => {
  expect(() => imageFile(create())).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(words) }),
  )
})

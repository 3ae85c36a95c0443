import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf16 = (text: string, mark: readonly number[]) =>
  Uint8Array.from([
    ...mark,
    ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  ])
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['UTF-8', new TextEncoder().encode('Größe €'), undefined, 'Größe €'],
  ['UTF-8 with its mark', Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]), undefined, 'a'],
  ['UTF-16 by its mark, whatever a server tells', utf16('Größe', [0xff, 0xfe]), 'utf-8', 'Größe'],
  ['Windows-1252 by its bytes', latin('Gr\u00f6\u00dfe \u0080'), undefined, 'Größe €'],
  ['Shift_JIS by the server', Uint8Array.from([0x93, 0x53]), 'shift_jis', '鉄'],
  [
    'Shift_JIS by the page',
    Uint8Array.from([...latin('<meta charset=shift_jis>'), 0x93, 0x53]),
    undefined,
    '<meta charset=shift_jis>鉄',
  ],
  [
    'a page that names UTF-8 and is not',
    latin('<meta charset="utf-8">\u00f6'),
    undefined,
    '<meta charset="utf-8">ö',
  ],
  ['UTF-8 in spite of an unknown name', new TextEncoder().encode('ö'), 'klingon', 'ö'],
])('%s is decoded', (_, bytes, charset, text) => {
  expect(decodeText(bytes, charset)).toBe(text)
})

import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { readCaseFile, readFileCases } from '../scripts/file-cases.ts'

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16le = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const utf16be = (text: string) => new Uint8Array(Buffer.from(utf16le(text)).swap16())

const withText = readFileCases().filter(({ expected }) => expected.modelReads !== undefined)

test.each(withText.map((each) => [each.id, each] as const))('reads %s as expected', (_, each) => {
  expect(decodeText(readCaseFile(each.file)) ?? null).toBe(each.expected.modelReads)
})

test.each([
  ['', ''],
  ['straße;日本語;🙂', 'straße;日本語;🙂'],
  // Valid UTF-8 is never read as another encoding.
  ['Ã¤Ã¶Ã¼ÃŸÃ©', 'Ã¤Ã¶Ã¼ÃŸÃ©'],
])('reads UTF-8 %j', (text, read) => {
  expect(decodeText(utf8(text))).toBe(read)
})

test('reads UTF-16 in both orders, and not without a whole last character', () => {
  for (const encode of [utf16le, utf16be]) {
    const bytes = encode('Größe;日本;🙂\r\n')
    expect(decodeText(bytes)).toBe('Größe;日本;🙂\r\n')
    expect(decodeText(bytes.subarray(0, -1))).toBeUndefined()
    expect(decodeText(encode('a\0b'))).toBeUndefined()
    expect(decodeText(encode('a\x01b'))).toBeUndefined()
    expect(decodeText(encode('\ud83d;'))).toBeUndefined()
  }
})

test.each([
  ['Stra\xdfe;Gr\xf6\xdfe;K\xf6ln\r\n', 'Straße;Größe;Köln\r\n'],
  ['T\xfcr;5', 'Tür;5'],
  [
    'Preis: 5 \x80 \x96 \x93neu\x94, it\x92s na\xefve, 3 m\xb3',
    'Preis: 5 € – “neu”, it’s naïve, 3 m³',
  ],
  ['\xbfQu\xe9? \xa1S\xed!', '¿Qué? ¡Sí!'],
  ['l\x92\x9cuvre cr\xe9\xe9e \xe0 No\xebl', 'l’œuvre créée à Noël'],
  ['j\xe4\xe4\xe4\xe4r nurja j\xe4\xe4', 'jäääär nurja jää'],
  ['\x97\x97\x97\x97\x97\x97\x97\x97 ab', '———————— ab'],
])('reads Windows-1252 %j', (text, read) => {
  expect(decodeText(latin1(text))).toBe(read)
})

test.each([
  ['Cyrillic in Windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0'],
  ['short Cyrillic words', '\xe4\xe0;\xed\xe5\xf2'],
  ['Polish in Windows-1250', 'z\xb3oty i w\xb9ski'],
  ['Japanese in Shift-JIS', '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd'],
  ['Chinese in GBK', '\xd6\xd0\xb9\xfa\xb5\xc4\xb3\xc7'],
  ['German in code page 850', 'f\x81r'],
  ['a byte of no character', 'Stra\xdfe \x8d'],
  ['a control character', 'Stra\xdfe \x01'],
  ['a NUL', 'Stra\xdfe \0'],
  ['a NUL in plain letters', 'text \0'],
  ['a zip file', 'PK\x03\x04\x14\0'],
  ['a HEIC picture', '\0\0\0\x20ftypheic'],
])('makes no text of %s', (_, text) => {
  expect(decodeText(latin1(text))).toBeUndefined()
})

test('takes at most half of the letters with marks, and four in a row', () => {
  expect(decodeText(latin1('a\xe4'))).toBe('aä')
  expect(decodeText(latin1('a\xe4;\xf6'))).toBeUndefined()
  expect(decodeText(latin1('abcde\xe4\xe4\xe4\xf6f'))).toBe('abcdeäääöf')
  expect(decodeText(latin1('abcde\xe4\xe4\xe4\xe4\xf6f'))).toBeUndefined()
})

test('a stray sign between letters is taken in a hundred letters, and not in fewer', () => {
  expect(decodeText(latin1(`${'a'.repeat(99)}\xb2b`))).toBe(`${'a'.repeat(99)}²b`)
  expect(decodeText(latin1(`${'a'.repeat(98)}\xb2b`))).toBeUndefined()
})

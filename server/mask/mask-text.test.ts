import { describe, expect, test } from 'vitest'
import { MASK, maskParts, maskStart, maskText, plainText } from './mask-text.ts'

/** Texts in which the part in brackets is personal. */
const PERSONAL = [
  'Write to [ada.lovelace@example.com] please',
  '[o’brien+shop@mail.example.co.uk]'.replace('o’brien+', 'obrien+'),
  'Schreibt an [jürgen@müller.example].',
  '連絡先は[taro@example.jp]です',
  'пишите на [пётр@почта.example]',
  `an accent of its own: [rene\u0301e@example.com]`,
  `[${'a'.repeat(100)}@example.com]`,
  'بريدي [sara@example.sa] وشكرا',
  'Call me: [+1 415 555 0132]',
  'my number is [(415) 555-0132].',
  'reach me at [415-555-0132] today',
  'reach me at [415.555.0132] today',
  '[1-415-555-0132]',
  'UK: [+44 20 7946 0958]',
  'UK: [020 7946 0958]',
  'Mobile [07700 900123]',
  '[07700900123] is mine',
  'Meine Nummer: [+49 30 901820]',
  'Telefon [030 901820]',
  'Ruf mich an: [0171 2345678]',
  '[0171/2345678] geht auch',
  '[(0171) 234 56 78]',
  '[0049 171 2345678]',
  'Mon numéro est [06 12 34 56 78]',
  'Mon numéro est [06.12.34.56.78], merci',
  '[+33 6 12 34 56 78]',
  '[+33612345678]',
  'Móvil: [612 345 678]',
  '[+34 612 345 678]',
  '[+39 06 698 12345]',
  'Chiamami: [06 698 12345]',
  '電話は[03-1234-5678]です',
  '[090-1234-5678]にかけて',
  '電話：[０３－１２３４－５６７８]',
  '[+81 90 1234 5678]',
  'رقمي [٠٥٠ ١٢٣ ٤٥٦٧]',
  'اتصل على [+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧]',
  'جوال [۰۹۱۲ ۳۴۵ ۶۷۸۹]',
  '[+971 50 123 4567]',
  '[+91 98765 43210]',
  '[+55 11 91234-5678]',
  'tel [44 32 10 98]',
  'Card [4111 1111 1111 1111] was refused',
  'Card [4111-1111-1111-1111] was refused',
  '[5555555555554444]',
  'amex [3782 822463 10005]',
  '[6011000990139424]',
  'カード[４１１１ １１１１ １１１１ １１１１]',
  'IBAN [DE89 3704 0044 0532 0130 00]',
  'IBAN [DE89370400440532013000] bitte',
  '[GB82 WEST 1234 5698 7654 32]',
  '[FR14 2004 1010 0505 0001 3M02 606]',
  '[SA03 8000 0000 6080 1016 7519]',
  '[nl91 abna 0417 1643 00] is mine',
  'Card [4111 1111 1111 1111] 12/27 123',
  'Card [4111 1111 1111 1111] 123',
  'Card [4111.1111.1111.1111]',
  'Card [4111\u00a01111\u00a01111\u00a01111]',
  'Card [4111–1111–1111–1111]',
  'Card [4111 - 1111 - 1111 - 1111]',
  'Cards [4111 1111 1111 1111] [5555 5555 5555 4444]',
  'Card [4111 1111 1111 1111] / [030 1234567]',
  '[030 1234567] / [4111 1111 1111 1111]',
  '[030 1234567] / [040 7654321]',
  'on 2026-11-29 / 2026-12-24 / 2026-12-25 / [4111 1111 1111 1111]',
  'Card [4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]',
  'IBAN [DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000]',
  // As JSON has a new line.
  String.raw`{"text":"call me:\n[+49 171 2345678]"}`,
  String.raw`{"text":"it is\t[0171 2345678]"}`,
  String.raw`{"text":"\r\nTel: [44 32 10 98]"}`,
  String.raw`{"text":"pay to\n[DE89370400440532013000]"}`,
]

/** Texts that stay as they are. */
const HARMLESS = [
  'Order 4711 has not arrived',
  '4112 1111 1111 1111 12/27 123',
  '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28',
  'Order number 0012345678 is late',
  'Bestellnummer 0301234567 fehlt',
  'commande n° 0612345678',
  '注文 0312345678 はどこですか',
  'ORD-2026-0045127788',
  '#0171234567',
  'It was on 29.11.2026 at 10:30',
  'From 01.12.2026 10 to 12',
  '2026-11-29 and 2026-12-24',
  '01/12/2026 - 05/12/2026',
  'It costs 1,299.00 euros',
  'Das kostet 1.234.567,89 Euro',
  '12 000 000 pieces',
  'ISBN 978-3-16-148410-0',
  'ISBN 0-306-40615-2',
  'EAN 4006381333931',
  'version 10.0.19041.1234',
  'the address 192.168.100.200',
  'tracking 00340434161094021501',
  '4111 1111 1111 1112 is not a card',
  'DE88 3704 0044 0532 0130 00 is mistyped',
  'size 40 42 44 46 48',
  'pi is 3.14159265358979',
  'at 1732880000123 milliseconds',
  'a lamp of 100-240 V and 50-60 Hz',
  'price @ 20 each',
  'ASIN B00ABCDE12',
  '١٢٣٤ قطعة',
  '2026年11月29日10時',
  'call me at 9 or 10',
]

describe('masking', () => {
  test.each(PERSONAL)('hides what is in brackets: %s', (given) => {
    const [before = '', personal = '', after = ''] = given.split(/[[\]]/u)
    const domain = personal.includes('@') ? personal.slice(personal.indexOf('@')) : ''
    expect(maskText(before + personal + after)).toBe(before + MASK + domain + after)
  })

  test('hides an address with a wide sign, as some keyboards write it', () => {
    expect(maskText('連絡先はada＠example.jpです')).toBe(`連絡先は${MASK}@example.jpです`)
  })

  test.each(HARMLESS)('leaves what only looks like it: %s', (given) => {
    expect(maskText(given)).toBe(given)
  })

  test('marks the hidden parts, and no others', () => {
    expect(maskParts('a@b.example and 12 more')).toEqual([
      { text: `${MASK}@b.example`, mark: 'masked' },
      { text: ' and 12 more' },
    ])
    expect(maskParts('')).toEqual([{ text: '' }])
  })

  test('hides mail addresses in addresses of pages', () => {
    expect(maskText('https://shop.example/a?mail=ada%40example.com&b=1')).toBe(
      `https://shop.example/a?mail=${MASK}@example.com&b=1`,
    )
  })

  test('hides what the end of a shown text would cut', () => {
    const text = `${'a'.repeat(95)} ada.lovelace@example.com ${'and so on '.repeat(100)}`
    expect(plainText(maskStart(text, 100))).toBe(`${'a'.repeat(95)} ${MASK}@`)
    // Masks are shorter than addresses: the end of what was read comes into view.
    const mails = `${'b'.repeat(60)}@m.example `.repeat(30)
    expect(plainText(maskStart(mails, 300))).not.toContain('b')
  })

  test.each(['1 ', '0', 'a', '+(', '@a.', 'DE89 ', '1-'])(
    'takes time in proportion to the length: %j again and again',
    (piece) => {
      const cpuOf = (length: number) => {
        const text = piece.repeat(length / piece.length)
        const before = process.cpuUsage()
        maskText(text)
        const { user } = process.cpuUsage(before)
        return user
      }
      cpuOf(20_000)
      // Twenty times the length would take four hundred times as long in a quadratic search.
      expect(cpuOf(400_000)).toBeLessThan(100 * Math.max(cpuOf(20_000), 5_000))
    },
  )
})

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMarkReader } from './read-marks.ts'

/** Words and files of a text that comes in these pieces. */
function read(pieces: readonly string[], id = '0') {
  const reader = createMarkReader()
  const given: LanguageModelV4StreamPart[] = [
    { type: 'text-start', id },
    ...pieces.map((delta) => ({ type: 'text-delta' as const, id, delta })),
    { type: 'text-end', id },
  ]
  const parts = given.flatMap((part) => reader.read(part))
  expect([parts[0], parts.at(-1)]).toEqual([given[0], given.at(-1)])
  return {
    text: parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join(''),
    files: parts.flatMap((part) =>
      part.type === 'file' && part.data.type === 'data'
        ? [`${part.mediaType} ${String(part.data.data)}`]
        : [],
    ),
  }
}

const PNG = 'data:image/png;base64,iVBORw0KGgo='

test.each([
  ['Bern【4:0†bern.pdf】.', 'Bern.', []],
  ['Bern【4†source】【12:1†a b】.', 'Bern.', []],
  ['【重要】Bern【4】【4:】【a†b】', '【重要】Bern【4】【4:】【a†b】', []],
  ['`【4:0†bern.pdf】`', '`【4:0†bern.pdf】`', []],
  ['Bern【4:0†be', 'Bern【4:0†be', []],
  [`【4:0†${'x'.repeat(255)}】`, '', []],
  [`【4:0†${'x'.repeat(256)}】`, `【4:0†${'x'.repeat(256)}】`, []],
  [`A ![chart](${PNG}) b`, 'A  b', ['image/png iVBORw0KGgo=']],
  [`![](${PNG})![](${PNG})`, '', ['image/png iVBORw0KGgo=', 'image/png iVBORw0KGgo=']],
  ['![x](data:image/SVG+xml;base64,AA A\nA)', '', ['image/svg+xml AAAA']],
  [`\`\`\`\n![](${PNG})\n\`\`\``, `\`\`\`\n![](${PNG})\n\`\`\``, []],
  ['![x](data:image/png;base64,not base64!)', '![x](data:image/png;base64,not base64!)', []],
  ['![x](data:image/png,AAAA)', '![x](data:image/png,AAAA)', []],
  ['![x](https://a.example/x.png) Oh! ![', '![x](https://a.example/x.png) Oh! ![', []],
  ['Cut: ![a chart](data:image/png;base64,iVBOR', 'Cut: a chart', []],
  ['Well! ![half](data:ima', 'Well! ![half](data:ima', []],
])('%j is read as %j with files %j, in every cut and letter by letter', (text, words, files) => {
  for (let cut = 0; cut <= text.length; cut += 1) {
    expect(read([text.slice(0, cut), text.slice(cut)])).toEqual({ text: words, files })
  }
  expect(read([...text])).toEqual({ text: words, files })
})

test('any text reads the same in any pieces', () => {
  const bits = [
    '【',
    '4',
    ':',
    '†',
    '】',
    '【4†',
    '!',
    '[',
    '](',
    '![](data:image/png;base64,',
    'AAAA',
    ')',
    '`',
    ' ',
  ]
  let marks = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 16 }), (given) => {
      const whole = read([given.join('')])

      expect(read(given)).toEqual(whole)
      expect(read([...given.join('')])).toEqual(whole)
      if (whole.text !== given.join('')) marks += 1
    }),
    { numRuns: 2_000 },
  )
  expect(marks).toBeGreaterThan(20)
})

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createThoughtReader } from './read-thoughts.ts'

/** Words of a text that comes in these pieces, as [kind, words] in order. */
function read(pieces: readonly string[], id = '0') {
  const reader = createThoughtReader()
  const given: LanguageModelV4StreamPart[] = [
    { type: 'text-start', id },
    ...pieces.map((delta) => ({ type: 'text-delta' as const, id, delta })),
    { type: 'text-end', id },
  ]
  const parts = given.flatMap((part) => reader.read(part))
  const words: { kind: 'text' | 'thought'; text: string }[] = []
  let open: (typeof words)[number] | undefined
  /** Parts at a wrong place. */
  const faults: unknown[] = []
  for (const part of parts) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        faults.push(...(open ? [part] : []))
        open = { kind: part.type === 'text-start' ? 'text' : 'thought', text: '' }
        words.push(open)
        break
      case 'text-delta':
      case 'reasoning-delta':
        faults.push(
          ...(open?.kind === (part.type === 'text-delta' ? 'text' : 'thought') ? [] : [part]),
        )
        open!.text += part.delta
        break
      case 'text-was-thought':
        faults.push(...(open?.kind === 'text' ? [] : [part]))
        open!.kind = 'thought'
        open = undefined
        break
      default:
        open = undefined
    }
  }
  expect([faults, open]).toEqual([[], undefined])
  return words.map(({ kind, text }) => [kind, text])
}

type Case = readonly [about: string, text: string, ...expected: (readonly string[])[]]

const CASES: readonly Case[] = [
  ['a thought', '<think>\nHm.\n</think>\n\nYes.', ['thought', 'Hm.\n'], ['text', 'Yes.']],
  ['a line break before it', '\n<think>Hm.</think>Yes.', ['thought', 'Hm.'], ['text', 'Yes.']],
  ['an empty thought', '<think>\n\n</think>\n\nYes.', ['text', 'Yes.']],
  ['nothing but an empty thought', '<think></think>\n'],
  ['a thought without an end', '<think>Hm, <b', ['thought', 'Hm, <b']],
  ['a thought whose end is cut', '<think>Hm.</thi', ['thought', 'Hm.</thi']],
  [
    'two thoughts',
    '<think>A</think>\n<think>B</think> C',
    ['thought', 'A'],
    ['thought', 'B'],
    ['text', 'C'],
  ],
  ['an end tag alone', 'Hm, so.\n</think>\n\nYes.', ['thought', 'Hm, so.\n'], ['text', 'Yes.']],
  ['an end tag in a line', 'Hm.</think>Yes.', ['thought', 'Hm.'], ['text', 'Yes.']],
  ['an end tag first', '\n</think>\n\nYes.', ['text', 'Yes.']],
  ['an end tag last', 'Hm.\n</think>', ['thought', 'Hm.\n']],
  ['a second end tag', '<think>A</think>B</think>C', ['thought', 'A'], ['text', 'B</think>C']],
  ['a start tag in words', 'Write <think> and </think>.', ['text', 'Write <think> and </think>.']],
  [
    'tags in a span',
    'Write `<think>` and `</think>` so.',
    ['text', 'Write `<think>` and `</think>` so.'],
  ],
  ['a span at the start', '`<think>`: a tag', ['text', '`<think>`: a tag']],
  [
    'a block',
    '```html\n<think>a</think>\n```\nDone.',
    ['text', '```html\n<think>a</think>\n```\nDone.'],
  ],
  ['a block of tildes', 'So:\n~~~\n</think>\n~~~', ['text', 'So:\n~~~\n</think>\n~~~']],
  [
    'an end tag after a block',
    '```\nx\n```\n</think>Yes.',
    ['thought', '```\nx\n```\n'],
    ['text', 'Yes.'],
  ],
  [
    'an open span of an earlier line',
    'A ` here.\n</think>Yes.',
    ['thought', 'A ` here.\n'],
    ['text', 'Yes.'],
  ],
  [
    'a span in a thought',
    '<think>Is `</think>` it?</think>Yes.',
    ['thought', 'Is `</think>` it?'],
    ['text', 'Yes.'],
  ],
  ['a backtick before the end', '<think>Is `x</think>Yes.', ['thought', 'Is `x'], ['text', 'Yes.']],
  ['such a one at the end', '<think>Is `x</think>', ['thought', 'Is `x']],
  [
    'a block in a thought',
    '<think>```\n<p></think>\n```\n</think>Yes.',
    ['thought', '```\n<p></think>\n```\n'],
    ['text', 'Yes.'],
  ],
  [
    'a cut block in a thought',
    '<think>```\nx\n</think>Yes.',
    ['thought', '```\nx\n'],
    ['text', 'Yes.'],
  ],
  ['words without a tag', '\n Yes < no.', ['text', '\n Yes < no.']],
  ['another tag', '<thinker>x</thinker>', ['text', '<thinker>x</thinker>']],
  ['white space alone', ' \n', ['text', ' \n']],
  ['nothing', '', ['text', '']],
]

test.each(CASES.map(([about, text, ...expected]) => ({ about, text, expected })))(
  '$about, in every cut and letter by letter',
  ({ text, expected }) => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(read([text.slice(0, cut), text.slice(cut)])).toEqual(expected)
    }
    expect(read([...text])).toEqual(expected)
  },
)

test('any text reads the same in any pieces, and none of its words is lost', () => {
  const bits = ['<think>', '</think>', '<', '</', 'think>', '`', '```', '\n', ' ', 'a', '~~~', '¥']
  let thoughts = 0
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...bits), { maxLength: 14 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (given, lengths) => {
        const text = given.join('')
        const pieces: string[] = []
        for (let at = 0; at < text.length;) {
          const { value: length = 1 } = lengths.next()
          pieces.push(text.slice(at, at + length))
          at += length
        }
        const whole = read([text])

        expect(read(pieces)).toEqual(whole)
        thoughts += whole.filter(([kind]) => kind === 'thought').length
        const words = (of: string) => of.replaceAll(/[^a`~¥]/g, '')
        expect(words(whole.map(([, said]) => said).join(''))).toBe(words(text))
      },
    ),
    { numRuns: 2_000 },
  )
  expect(thoughts).toBeGreaterThan(100)
})

test('words go on at once, but for the beginning of a tag', () => {
  const reader = createThoughtReader()
  const grow = (delta: string) => reader.read({ type: 'text-delta', id: '0', delta })
  const said = (delta: string) => ({ type: 'text-delta', id: '0', delta })
  const start = { type: 'text-start', id: '0' } as const

  expect(reader.read(start)).toEqual([])
  expect(grow('Well')).toEqual([start, said('Well')])
  expect(grow(' a <')).toEqual([said(' a ')])
  expect(grow(' b')).toEqual([said('< b')])
})

test('what is held back at the beginning comes before a call', () => {
  const reader = createThoughtReader()
  const start = { type: 'text-start', id: '0' } as const
  const call = { type: 'tool-input-start', id: 'c', toolName: 'find' } as const
  reader.read(start)
  reader.read({ type: 'text-delta', id: '0', delta: '\n' })

  expect(reader.read(call)).toEqual([start, { type: 'text-delta', id: '0', delta: '\n' }, call])
})

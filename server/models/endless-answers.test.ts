import { expect, test } from 'vitest'
import { createCodeWatch } from './code-watch.ts'
import { createEventReader } from './event-reader.ts'
import { createMarkReader } from './read-marks.ts'
import { BLANK_MAX_CHARACTERS, createThoughtReader } from './read-thoughts.ts'
import { createRepeatedCalls } from './repeated-calls.ts'

/**
 * A model that repeats itself, or a server that means harm, must not hold up everybody else: each of these answers is
 * read in milliseconds. Where each piece is compared with all before it, they take half a minute and more.
 */
const READ_MS = 10_000

type Reader = ReturnType<typeof createMarkReader> | ReturnType<typeof createThoughtReader>

/** Number of parts, and all words, of a text that comes in these pieces. */
function read(reader: Reader, pieces: readonly string[]) {
  reader.read({ type: 'text-start', id: '0' })
  const parts = pieces.flatMap((delta) => reader.read({ type: 'text-delta', id: '0', delta }))
  parts.push(...reader.read({ type: 'text-end', id: '0' }))
  const words = parts.map((part) => ('delta' in part ? part.delta : ''))
  return { count: parts.length, words: words.join('') }
}

const repeat = (piece: string, count: number) => Array.from({ length: count }, () => piece)

test.each([BLANK_MAX_CHARACTERS, BLANK_MAX_CHARACTERS + 1])(
  'a thought may follow so much white space and no more: %i',
  (length) => {
    const { words } = read(createThoughtReader(), [...repeat('\n', length), '<think>A</think>B'])

    expect(words.trim()).toBe(length > BLANK_MAX_CHARACTERS ? '<think>A</think>B' : 'AB')
  },
)

test('white space without end is read', { timeout: READ_MS }, () => {
  const pieces = repeat('\n', 100_000)

  expect(read(createThoughtReader(), pieces).words).toHaveLength(100_000)
  const afterThought = ['<think>A</think>', ...pieces, 'B']
  expect(read(createThoughtReader(), afterThought).words).toBe('AB')
})

test.each([
  ['in a text', []],
  ['in a thought', ['<think>']],
])('end tags in code without end are read: %s', { timeout: READ_MS }, (_, start) => {
  const pieces = repeat('`</think>` ', 15_000)

  expect(read(createThoughtReader(), [...start, ...pieces]).words === pieces.join('')).toBe(true)
})

test.each(['!', '![', '【1:1†', '`![](data:image/png;base64,` '])(
  'half a million characters of %j are one part',
  { timeout: READ_MS },
  (sign) => {
    const text = sign.repeat(500_000 / sign.length)

    const { count, words } = read(createMarkReader(), [text])

    expect(words === text).toBe(true)
    expect(count).toBeLessThanOrEqual(3)
  },
)

test('the line of a text is kept to 1,000 characters', () => {
  const code = createCodeWatch()
  code.add(`\`\`\`\n${'x'.repeat(1_000)}`)
  expect(code.line).toHaveLength(1_000)

  code.add('y')

  expect(code.line).toBe('x'.repeat(1_000))
  expect(code.read()).toBe('block')
  code.add('\n```\n`')
  expect(code.read()).toBe('span')
})

test('one name with thousands of pieces of its arguments is read', { timeout: READ_MS }, () => {
  const isRepeated = createRepeatedCalls()
  const call = (args: string) => ({
    index: 0,
    id: 'a',
    function: { name: 'find', arguments: args },
  })
  isRepeated(call('{"word":"'))
  for (const piece of repeat('abcd', 60_000)) isRepeated(call(piece))

  expect(isRepeated(call('"}'))).toBe(false)
  expect(isRepeated(call(`{"word":"${'abcd'.repeat(60_000)}"}`))).toBe(true)
})

test('calls without end are told apart', { timeout: READ_MS }, () => {
  const isRepeated = createRepeatedCalls()
  const isNew = (index: number) =>
    !isRepeated({ index, id: `a${index}`, function: { name: 'find', arguments: '{}' } })

  expect(repeat('', 60_000).every((_, index) => isNew(index))).toBe(true)
  expect([0, 59_999].some(isNew)).toBe(false)
})

test('a long event in small pieces is read', { timeout: READ_MS }, () => {
  const events: string[] = []
  const reader = createEventReader({
    take: (event) => {
      events.push(event)
      return ''
    },
    takeWhole: () => '',
    end: () => '',
    flush: () => '',
    onTooLong: () => expect.unreachable('too long'),
  })
  const event = `data: ${'x'.repeat(1_000_000)}\r\n\r\n`
  const bytes = Buffer.from(event + event)
  for (let at = 0; at < bytes.length; at += 25) reader.push(bytes.subarray(at, at + 25))

  expect(events.map((each) => each === event)).toEqual([true, true])
})

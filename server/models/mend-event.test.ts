import { expect, test } from 'vitest'
import { NAME_MAX_CHARACTERS, quoteName, readSaidError } from './mend-event.ts'
import { MENDERS } from './menders.ts'

test.each([
  [{ error: 'broken' }, { message: 'broken' }],
  [
    { error: { message: 'broken', type: 't', code: 500 } },
    { message: 'broken', type: 't', code: 500 },
  ],
  [
    { error: { message: 'broken' }, status: 503 },
    { message: 'broken', code: 503 },
  ],
  [
    { object: 'error', message: 'broken', code: 'c' },
    { message: 'broken', code: 'c' },
  ],
  [
    { type: 'error', message: { message: 'broken', code: 'c' } },
    { message: 'broken', code: 'c' },
  ],
])('reads the error %j', (event, error) => {
  expect(readSaidError(event)).toEqual(error)
})

test.each([{ error: null }, { error: '' }, { error: {} }, { message: 'Hello' }, {}])(
  'takes %j for no error',
  (event) => {
    expect(readSaidError(event)).toBeUndefined()
  },
)

test.each([NAME_MAX_CHARACTERS, NAME_MAX_CHARACTERS + 1])(
  'quotes at most so many characters of a server’s word: %i',
  (length) => {
    expect(quoteName('x'.repeat(length))).toBe(JSON.stringify('x'.repeat(NAME_MAX_CHARACTERS)))
  },
)

test('quotes a word of a server, and nothing that may be a person’s', () => {
  expect(['ping', 'a.b:c/d-e_1', ''].map(quoteName)).toEqual(['"ping"', '"a.b:c/d-e_1"', '""'])
  expect(['I am ill', 'krank?', 'Straße'].map(quoteName)).toEqual(['"…"', '"…"', '"…"'])
  expect(quoteName({ type: 'I am ill' })).toBe('none')
})

test('an event in which nothing is odd stays the same object', () => {
  const onOdd = (words: string) => expect.unreachable(words)
  const events = {
    chat: { id: 'c', created: 1, choices: [{ index: 0, delta: { content: 'Hi' } }], usage: null },
    messages: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    responses: { type: 'response.output_text.delta', item_id: 'o', delta: 'Hi' },
  } as const

  for (const [protocol, event] of Object.entries(events)) {
    expect(MENDERS[protocol as keyof typeof events](onOdd).mend(event)).toBe(event)
  }
})

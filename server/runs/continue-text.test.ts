import { expect, test } from 'vitest'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
} from '../../shared/thread/message.ts'
import { reopenText } from '../../shared/thread/settle-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { wasThought } from '../../shared/wire/thought-mark.ts'
import {
  continuationPrompt,
  cutOverlap,
  OVERLAP_MAX_CHARACTERS,
  OVERLAP_MIN_CHARACTERS,
} from './continue-text.ts'

async function* say(...deltas: readonly string[]): AsyncGenerator<Chunk> {
  yield { type: 'start-step' }
  yield { type: 'text-start', id: 't' }
  for (const delta of deltas) yield { type: 'text-delta', id: 't', delta }
  yield { type: 'text-end', id: 't' }
  yield { type: 'finish' }
}

/** The new part of these words after the text, in pieces. */
async function newOf(text: string, ...deltas: readonly string[]): Promise<string[]> {
  const pieces: string[] = []
  for await (const chunk of cutOverlap(say(...deltas), text))
    if (chunk.type === 'text-delta') pieces.push(chunk.delta)
  return pieces
}
const joined = async (text: string, ...deltas: readonly string[]) =>
  text + (await newOf(text, ...deltas)).join('')

test.each([
  ['the last words', 'It is a red chair', ['a red chair', ' of oak.'], 'It is a red chair of oak.'],
  ['letter by letter', 'It is a red chair', [...'red chair of oak.'], 'It is a red chair of oak.'],
  ['half of a word', 'It is a red cha', ['a red cha', 'ir.'], 'It is a red chair.'],
  ['white space before', 'It is red, ', ['\n\nIt is red, ', 'and old.'], 'It is red, and old.'],
  ['all of it', 'It is red', ['It is red'], 'It is red'],
  [
    'a text without spaces',
    '这把椅子是红色的橡木',
    ['红色的橡木椅子。'],
    '这把椅子是红色的橡木椅子。',
  ],
])('%s that a model repeats are said once', async (_name, text, deltas, whole) => {
  expect(await joined(text, ...deltas)).toBe(whole)
})

test.each([
  ['goes on where it was', 'It is a red', [' chair', ' of oak.'], 'It is a red chair of oak.'],
  ['begins with the next word', 'It is a red', ['chair.'], 'It is a red chair.'],
  ['goes on without spaces', '这把椅子是', ['红色的。'], '这把椅子是红色的。'],
  [
    'says a word that ends as another begins',
    'A chair in there',
    ['reed.'],
    'A chair in there reed.',
  ],
  [
    'begins anew',
    'It is a red',
    ['Hello! The chair is red.'],
    'It is a red\n\nHello! The chair is red.',
  ],
  ['begins a paragraph', 'It is red.\n\n', ['It is old.'], 'It is red.\n\nIt is old.'],
])('of a model that %s all is kept', async (_name, text, deltas, whole) => {
  expect(await joined(text, ...deltas)).toBe(whole)
})

test('words are held only while they may be a repetition', async () => {
  expect(await newOf('It is a red chair', 'a red', ' chair', ' of', ' oak.')).toEqual([
    ' of',
    ' oak.',
  ])
  expect(await newOf('It is a red chair', ' of', ' oak.')).toEqual([' of', ' oak.'])
})

test('a repetition counts from 5 characters on, to 200', async () => {
  const five = 'x y z'
  expect(five).toHaveLength(OVERLAP_MIN_CHARACTERS)
  expect(await joined(`So ${five}`, five, '!')).toBe(`So ${five}!`)
  expect(await joined(`So ${five.slice(1)}`, five.slice(1), '!')).toBe('So  y z y z!')

  const longest = 'ab '.repeat(OVERLAP_MAX_CHARACTERS).slice(-OVERLAP_MAX_CHARACTERS)
  expect(await joined(`- ${longest}`, longest, 'end')).toBe(`- ${longest}end`)
  const longer = `c ${longest}`
  expect(await joined(`- ${longer}`, longer, 'end')).toBe(`- ${longer}${longer}end`)
})

test('everything else of the answer passes, in its place', async () => {
  const types: string[] = []
  for await (const { type } of cutOverlap(say('red chair', ' of oak'), 'A red chair'))
    types.push(type)

  expect(types).toEqual(['start-step', 'text-start', 'text-delta', 'text-end', 'finish'])
})

test('what the page said with the question stands with the wish to go on', () => {
  const question = {
    ...createUserMessage('q', '', 'Hi'),
    metadata: { custom: { context: { cart: 2 } } },
  }
  const asked = continuationPrompt([question, createAssistantMessage('a', '')])

  expect(asked.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(asked[2]?.metadata).toEqual(question.metadata)
})

test.each([
  ['It is a red', 'The chair.'],
  ['It is a red', 'a red one, the chair.'],
  ['It is a red', 'a red'],
])(
  'after “%s” the thought “%s” with a lone end tag takes no word of the answer',
  async (text, said) => {
    async function* think(): AsyncGenerator<Chunk> {
      yield { type: 'text-start', id: 'a' }
      yield { type: 'text-delta', id: 'a', delta: said }
      yield wasThought('a', said.length)
      yield { type: 'text-end', id: 'a' }
      yield { type: 'text-start', id: 'b' }
      yield { type: 'text-delta', id: 'b', delta: 'a red chair.' }
      yield { type: 'text-end', id: 'b' }
    }
    const stopped = { type: 'incomplete', reason: 'cancelled' } as const
    let message: Message = reopenText({
      ...createAssistantMessage('m', ''),
      content: [{ type: 'text', text }],
      status: stopped,
    })
    for await (const chunk of cutOverlap(think(), text))
      message = applyChunk(message, chunk as Chunk)

    const texts = message.content.filter((part) => part.type === 'text')
    expect(texts.map((part) => part.text)).toEqual([text, ' chair.'])
  },
)

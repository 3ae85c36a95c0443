import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createAssistantMessage, messageText } from '../../shared/thread/message.ts'
import { parseChunk } from '../../shared/wire/chunk.ts'
import { demoGuide } from './demo-guide.ts'
import {
  createDemoModel,
  DEMO_FIRST_WORD_DELAY_MS,
  DEMO_TOOL_DELAY_MS,
  DEMO_WORD_DELAY_MS,
} from './demo-model.ts'
import { applyAnswerChunk, type AnswerChunk } from './step-memory.ts'
import { askModel, createInstantClock, joinDeltas, question } from './testing/ask-model.ts'

const ask = (text: string) => askModel(createDemoModel({ clock: createInstantClock() }), text)
const say = async (text: string) => joinDeltas(await ask(text), 'text-delta')

test.each(demoGuide.map(({ example, id, text }) => [example, id, text]))(
  'answers “%s” with the topic %s',
  async (example, _, text) => {
    expect(await say(example)).toContain(text)
  },
)

test.each([
  ['how can i connect ollama', 'model'],
  ['Put the widget on my website', 'embed'],
  ['npm install', 'host'],
  ['Is it accessible?', 'keyboard'],
  ['who signs the jwt', 'identify'],
  ['does it use cookies', 'privacy'],
  ['postgres or sqlite', 'storage'],
  ['compare openai with anthropic in a table', 'compare'],
])('answers “%s” with the topic %s', async (text, id) => {
  expect(await say(text)).toContain(demoGuide.find((topic) => topic.id === id)?.text)
})

test.each(['Opening hours', 'Are you open on Sunday?', 'New this week', 'When do you close?'])(
  'a question to a shop gets no answer about the chat itself: %s',
  async (text) => {
    expect(await say(text)).toContain('I know only one subject')
  },
)

test('the guide names the loader’s size as the build limits it, and calls that there are', async () => {
  const limits = JSON.parse(
    await readFile(new URL('../../.size-limit.json', import.meta.url), 'utf8'),
  ) as readonly { name: string; limit: string }[]
  const bytes = Number.parseInt(limits.find(({ name }) => name === 'loader, first file')!.limit, 10)
  const texts = demoGuide.map(({ text }) => text).join('\n')
  const embedding = await readFile(new URL('../../docs/embedding.md', import.meta.url), 'utf8')
  const [, stub = ''] = /(<script>!function.*<\/script>)/.exec(embedding) ?? []

  expect(texts).toContain(`at most ${bytes / 1_000} kB.`)
  expect(texts).toContain(stub)
  // A tag is loaded late, and the snippet before it has no methods.
  expect(texts).not.toMatch(/Alcove\.\w+\(/)
})

test('writes code, lists and a table', async () => {
  expect(await say('How do I embed Alcove?')).toContain('```html\n<script async src="')
  expect(await say('What about privacy?')).toMatch(/^- \*\*/m)
  expect(await say('Compare the model options.')).toContain('| --- |')
})

test.each(['Hello!', 'What is the capital of France?', 'How do I embed Alcove?'])(
  'says that it is a demo and how to connect a model: %s',
  async (text) => {
    const answer = await say(text)

    expect(answer).toMatch(/demo model/)
    expect(answer).toContain('`ALCOVE_MODEL`')
  },
)

test('says so once in a conversation', async () => {
  const model = createDemoModel({ clock: createInstantClock() })
  const messages = [
    question('Hello'),
    createAssistantMessage('a', '2026-01-01T00:00:00.000Z'),
    question('What about privacy?'),
  ]
  const chunks: AnswerChunk[] = []

  for await (const chunk of model.stream({ messages }, new AbortController().signal)) {
    chunks.push(chunk)
  }

  expect(joinDeltas(chunks, 'text-delta')).not.toContain('demo model')
})

test.each(['What is the capital of France?', 'asdf', '👋', ''])(
  'offers what it can answer instead of guessing: %j',
  async (text) => {
    const answer = await say(text)

    expect(answer).toContain('I know only one subject')
    for (const { example } of demoGuide) expect(answer).toContain(`- ${example}`)
  },
)

test('repeats a question that it cannot answer as plain words', async () => {
  expect(await say('Is *France* <b>big</b>?')).toContain(
    'no answer to “Is \\*France\\* \\<b\\>big\\</b\\>?”',
  )
})

test('reasons about the words of the question when asked to think', async () => {
  const chunks = await ask('Think: how do I connect ollama?')

  expect(joinDeltas(chunks, 'reasoning-delta')).toContain('shares “connect”, “ollama”')
  expect(chunks.find(({ type }) => type === 'message-metadata')).toMatchObject({
    messageMetadata: { reasoningMs: expect.any(Number) },
  })
  expect(joinDeltas(await ask('How do I connect ollama?'), 'reasoning-delta')).toBe('')
})

test('searches its guide with a tool when asked to', async () => {
  const chunks = await ask('Search the guide for Postgres, please')
  const output = chunks.find((chunk) => chunk.type === 'tool-output-available')?.output

  expect(output).toMatchObject({
    query: 'postgres',
    hits: [{ title: 'Where conversations are kept', matches: ['postgres'] }],
  })
  expect(joinDeltas(chunks, 'text-delta')).toContain('DATABASE_URL')
  expect(chunks.filter(({ type }) => type === 'start-step')).toHaveLength(2)
})

test('says so when the search finds nothing', async () => {
  expect(await say('Search for unicorns')).toContain('The search found nothing.')
})

test('makes a complete message of valid chunks', async () => {
  const chunks = await ask('Think, then search the guide for keyboard')
  const started = createAssistantMessage('a', '2026-01-01T00:00:00.000Z')

  const message = chunks.reduce(applyAnswerChunk, started)

  expect(chunks.map(parseChunk)).toEqual(chunks)
  expect(message.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(message.content.map(({ type }) => type)).toEqual(['reasoning', 'tool-call', 'text'])
  expect(messageText(message)).toBe(joinDeltas(chunks, 'text-delta'))
})

test('streams word by word at its pace', async () => {
  const clock = createInstantClock()

  const chunks = await askModel(createDemoModel({ clock }), 'Use a tool')
  const deltas = chunks.filter(({ type }) => type.endsWith('-delta'))

  expect(deltas.length).toBeGreaterThan(50)
  expect(clock.waits.toSorted((a, b) => b - a).slice(0, 3)).toEqual([
    DEMO_TOOL_DELAY_MS,
    DEMO_FIRST_WORD_DELAY_MS,
    DEMO_WORD_DELAY_MS,
  ])
  expect(clock.waits).toHaveLength(deltas.length + 2)
})

test('just ends when it is stopped', async () => {
  const abort = new AbortController()
  const model = createDemoModel({ clock: createInstantClock() })
  const chunks: AnswerChunk[] = []

  for await (const chunk of model.stream({ messages: [question('Hello')] }, abort.signal)) {
    chunks.push(chunk)
    if (chunks.length === 5) abort.abort()
  }

  expect(chunks).toHaveLength(5)
  expect(chunks.at(-1)?.type).toBe('text-delta')
})

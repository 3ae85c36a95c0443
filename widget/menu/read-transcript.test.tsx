import { expect, test } from 'vitest'
import { answer, question } from '../shell/fake-chat.test-support.ts'
import { writeTranscript, type Transcript, type TranscriptWords } from './read-transcript.ts'

const WORDS: TranscriptWords = {
  title: 'Chat',
  locale: 'en',
  direction: 'ltr',
  speaker: ({ role }) => (role === 'user' ? 'You said' : 'Assistant said'),
  time: () => 'Noon',
  tool: (name) => `Used ${name}`,
  cited: ({ number, title, url }) => `[${number}] ${title}: ${url}`,
  sourcePage: (title, page) => `${title}, page ${page}`,
  toNodes(markdown) {
    const paragraph = document.createElement('p')
    paragraph.textContent = markdown
    return [paragraph]
  },
}

const TRANSCRIPT: Transcript = {
  threadId: 'thread_1',
  title: 'A <b>chair</b>',
  messages: [
    {
      ...question('q', '<img src=x onerror=alert(1)>\nHi'),
      metadata: { custom: { context: { cart: 2 }, sentBy: 'page', secret: 'no' } },
    },
    answer('a', 'It is red.', {
      content: [
        { type: 'reasoning', text: 'Hidden thought' },
        { type: 'text', text: 'It is red.' },
        {
          type: 'tool-call',
          toolCallId: 't',
          toolName: 'look_up',
          args: { card: '4111' },
          argsText: '{"card":"4111"}',
          result: 'Hidden result',
          state: 'output-available',
        },
        { type: 'source', id: 's', sourceType: 'url', url: 'https://x.test/a', title: 'Chairs' },
      ] as never,
    }),
  ],
}

test('as Markdown it contains authors, texts, times, and used tools and files', () => {
  const text = writeTranscript('md', TRANSCRIPT, WORDS)

  expect(text).toContain('# A <b>chair</b>')
  expect(text).toContain('## You said\n\nNoon\n\n<img src=x onerror=alert(1)>\nHi')
  expect(text).toContain('- Used look_up')
  expect(text).toContain('- Chairs: https://x.test/a')
})

test('as a standalone page it contains no script, and no markup from a message or a title', () => {
  const text = writeTranscript('html', TRANSCRIPT, WORDS)

  expect(text).toMatch(/^<!doctype html>/i)
  expect(text).toContain('<title>A &lt;b&gt;chair&lt;/b&gt;</title>')
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text).not.toMatch(/<(script|img|b)\b/)
})

test('as data it has the parts that people see, with what the page said', () => {
  const read = JSON.parse(writeTranscript('json', TRANSCRIPT, WORDS)) as {
    threadId: string
    messages: Record<string, unknown>[]
  }

  expect(read.threadId).toBe('thread_1')
  expect(read.messages[0]).toMatchObject({ role: 'user', sentBy: 'page', context: { cart: 2 } })
  expect(read.messages[1]?.['content']).toEqual([
    { type: 'text', text: 'It is red.' },
    { type: 'tool-call', tool: 'look_up', state: 'output-available' },
    { type: 'source', url: 'https://x.test/a', title: 'Chairs' },
  ])
})

test.each(['md', 'html', 'json'] as const)(
  'nothing that a person does not see is in it: %s',
  (format) => {
    const text = writeTranscript(format, TRANSCRIPT, WORDS)

    for (const hidden of ['Hidden thought', 'Hidden result', '4111', 'secret'])
      expect(text).not.toContain(hidden)
    expect(text).toContain('It is red.')
  },
)

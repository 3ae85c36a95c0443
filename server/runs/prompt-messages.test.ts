import { expect, test } from 'vitest'
import { readPrompt } from './prompt-messages.ts'

const read = (...messages: { role: string; content: unknown; [key: string]: unknown }[]) =>
  readPrompt({ assistant_id: 'a', messages })
const contents = (prompt: ReturnType<typeof read>) =>
  prompt.messages.map(({ role, content }) => [role, ...content])

test('reads the prompt of a provider, its system text apart', () => {
  const prompt = read(
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'file', data: 'AAAA', mediaType: 'image/png', filename: 'a.png' },
        { type: 'file', data: 'https://a.example/b.pdf', mediaType: 'application/pdf' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { a: 1 } },
        { type: 'tool-call', toolCallId: 'd', toolName: 'fail', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'look',
          output: { type: 'json', value: 0 },
        },
        {
          type: 'tool-result',
          toolCallId: 'd',
          toolName: 'fail',
          output: { type: 'error-text', value: 'No' },
        },
        { type: 'tool-result', toolCallId: 'unknown', output: { type: 'json', value: 1 } },
      ],
    },
  )

  expect(prompt.system).toBe('Be brief.')
  expect(contents(prompt)).toMatchObject([
    [
      'user',
      { type: 'text', text: 'What is this?' },
      { type: 'file', data: 'data:image/png;base64,AAAA', filename: 'a.png' },
      { type: 'file', data: 'https://a.example/b.pdf', mimeType: 'application/pdf' },
    ],
    [
      'assistant',
      { type: 'text', text: 'Let me look.' },
      { toolCallId: 'c', state: 'output-available', args: { a: 1 }, result: 0 },
      { toolCallId: 'd', state: 'output-error', result: 'No', isError: true },
    ],
  ])
})

test('reads the messages of a runtime, attachments included', () => {
  const prompt = read(
    {
      role: 'user',
      id: 'x',
      createdAt: '2026-01-01',
      metadata: { custom: {} },
      content: [{ type: 'text', text: 'See' }],
      attachments: [
        { id: '0', name: 'a', content: [{ type: 'image', image: 'data:image/png;base64,AAAA' }] },
        {
          id: '1',
          name: 'b',
          content: [{ type: 'file', data: 'data:,x', mimeType: 'text/plain' }],
        },
        { id: '2', name: 'c' },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 'look',
          args: { a: 1 },
          argsText: '',
          result: 2,
        },
      ],
      status: { type: 'complete' },
    },
  )

  expect(contents(prompt)).toMatchObject([
    [
      'user',
      { type: 'text', text: 'See' },
      { type: 'file', data: 'data:image/png;base64,AAAA' },
      { type: 'file', data: 'data:,x', mimeType: 'text/plain' },
    ],
    ['assistant', { args: { a: 1 }, state: 'output-available', result: 2 }],
  ])
})

test.each([
  [{ role: 'wizard', content: [] }, 'role is "wizard"'],
  [{ role: 'user', content: 7 }, 'content is no array'],
  [{ role: 'user', content: [{ text: 'Hi' }] }, 'a part has no type'],
  [{ role: 'assistant', content: ['Hi'] }, 'a part has no type'],
])('refuses %j', (message, problem) => {
  expect(() => read({ role: 'user', content: 'Hi' }, message)).toThrow(
    `Invalid messages format: messages.1: ${problem}`,
  )
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { createAssistantMessage, createUserMessage } from '../../shared/thread/message.ts'
import type { Message } from '../../shared/thread/message.ts'
import { createSessionFacts } from './session-facts.ts'

const NOW = '2026-11-21T00:00:00.000Z'
const question = createUserMessage('q', NOW, 'Question')
const answer = (content: Message['content'] = []): Message => ({
  ...createAssistantMessage('a', NOW),
  content,
})

test('tells again what a screen needs, each thing as it is now', () => {
  const facts = createSessionFacts()
  facts.take({ type: 'history', state: 'loading' })
  facts.take({ type: 'path', ids: ['q'] })
  facts.take({ type: 'message', message: question })
  facts.take({ type: 'message', message: createUserMessage('gone', NOW, 'Gone') })
  facts.take({ type: 'branches', id: 'gone', ids: ['gone', 'q'] })
  facts.take({ type: 'message-removed', id: 'gone' })
  facts.take({ type: 'branches', id: 'q', ids: ['q', 'r'] })
  facts.take({ type: 'failure', during: 'send', error: new Error('No.') })
  facts.take({ type: 'history', state: 'ready' })

  expect(facts.replay()).toEqual([
    { type: 'message', message: question },
    { type: 'history', state: 'ready' },
    { type: 'path', ids: ['q'] },
    { type: 'branches', id: 'q', ids: ['q', 'r'] },
  ])
  expect(facts.messages).toEqual([question])
  expect(facts.isLoading).toBe(false)
})

test('gives back what was taken back once, after everything else', () => {
  const facts = createSessionFacts()
  facts.take({ type: 'draft-returned', messageId: 'q', draft: { text: 'Back' } })
  facts.take({ type: 'path', ids: [] })
  expect(facts.isHolding).toBe(true)

  expect(facts.replay().at(-1)).toMatchObject({ type: 'draft-returned' })

  expect(facts.replay()).toEqual([{ type: 'path', ids: [] }])
  expect(facts.isHolding).toBe(false)
})

test('holds what nobody else has: a message that was not sent, a tool of the page at work', () => {
  const facts = createSessionFacts()
  facts.take({ type: 'run', isRunning: true })
  facts.take({ type: 'path', ids: ['q', 'a'] })
  facts.take({ type: 'message', message: answer([{ type: 'text', text: 'So' }]) })
  expect([facts.isRunning, facts.isHolding]).toEqual([true, false])

  const call = {
    type: 'tool-call',
    toolCallId: 't',
    toolName: 'ask',
    state: 'input-available',
    argsText: '{}',
    args: {},
  } as const
  facts.take({ type: 'message', message: answer([call]) })
  expect(facts.isHolding).toBe(true)
  facts.take({ type: 'message', message: answer([{ ...call, result: null }]) })
  expect(facts.isHolding).toBe(false)
  // Without a run nothing is at work.
  facts.take({ type: 'message', message: answer([call]) })
  facts.take({ type: 'run', isRunning: false })
  expect(facts.isHolding).toBe(false)

  facts.take({ type: 'unsent', ids: new Set(['q']) })
  expect([facts.hasUnsent, facts.isHolding]).toEqual([true, true])
})

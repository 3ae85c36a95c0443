import { expect, test } from 'vitest'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
  type MessageStatus,
  type ToolState,
} from '../../../shared/thread/message.ts'
import { createTranslate } from '../../i18n/create-translate.ts'
import { en } from '../../i18n/en.ts'
import { describeCurrentTool, describeRunEnd, type RunOutcome } from './describe-run.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const user = createUserMessage('u', NOW, 'Hi')
const answer = (status: MessageStatus): Message => ({ ...createAssistantMessage('a', NOW), status })
const facts: RunOutcome = {
  last: undefined,
  isOld: false,
  isQueued: false,
  unsent: new Set(),
  failures: [],
  speechOf: () => 'Spoken.',
  noteOf: ({ status }) =>
    status?.type === 'incomplete' && status.reason === 'length' ? 'Too long.' : undefined,
}

test.each<[string, Partial<RunOutcome>, unknown]>([
  [
    'an answer',
    { last: answer({ type: 'complete', reason: 'stop' }) },
    { type: 'complete', text: 'Spoken.' },
  ],
  [
    'an answer that is too long',
    { last: answer({ type: 'incomplete', reason: 'length' }) },
    { type: 'complete', text: 'Spoken.', note: 'Too long.' },
  ],
  ['an error', { last: answer({ type: 'incomplete', reason: 'error' }) }, { type: 'failed' }],
  ['a stop', { last: answer({ type: 'incomplete', reason: 'cancelled' }) }, { type: 'stopped' }],
  ['a question that was not sent', { last: user, unsent: new Set(['u']) }, { type: 'not-sent' }],
  ['a message that waits', { last: user, isQueued: true }, { type: 'noticed' }],
  ['a message that waits in an empty thread', { isQueued: true }, { type: 'noticed' }],
  [
    'a message that waits behind an old answer',
    { last: answer({ type: 'complete', reason: 'stop' }), isOld: true, isQueued: true },
    { type: 'noticed' },
  ],
  [
    'an answer before a message that waits',
    { last: answer({ type: 'complete', reason: 'stop' }), isQueued: true },
    { type: 'complete', text: 'Spoken.', note: undefined },
  ],
  [
    'a question that was not sent, before a message that waits',
    { last: user, unsent: new Set(['u']), isQueued: true },
    { type: 'not-sent' },
  ],
  ['a stop before the first word', { last: user }, { type: 'stopped' }],
  ['the same in a thread that is empty again', {}, { type: 'stopped' }],
  [
    'a stop that leaves the old answer',
    { last: answer({ type: 'complete', reason: 'stop' }), isOld: true },
    { type: 'stopped' },
  ],
  [
    'a stop that leaves an old one that had failed',
    { last: answer({ type: 'incomplete', reason: 'error' }), isOld: true },
    { type: 'stopped' },
  ],
  [
    'a refusal that leaves the old answer',
    { last: answer({ type: 'complete', reason: 'stop' }), isOld: true, failures: ['send'] },
    { type: 'failed' },
  ],
  [
    'a refusal that the notice tells',
    { last: answer({ type: 'complete', reason: 'stop' }), isOld: true, failures: ['reload'] },
    { type: 'noticed' },
  ],
])('tells %s', (_, change, end) => {
  expect(describeRunEnd({ ...facts, ...change })).toEqual(end)
})

const t = createTranslate('en', en)
const calling = (state: ToolState): Message => ({
  ...createAssistantMessage('a', NOW),
  content: [
    {
      type: 'tool-call',
      toolCallId: 't',
      toolName: 'lookup_invoices',
      state,
      argsText: '',
      args: {},
    },
  ],
})

test.each<[string, Message | undefined, string | null]>([
  ['that waits for its input', calling('input-streaming'), 'Preparing lookup invoices…'],
  ['that runs', calling('input-available'), 'Running lookup invoices…'],
  ['that is done', calling('output-available'), null],
  ['that is not there', answer({ type: 'running' }), null],
  ['of no message', undefined, null],
])('names the tool %s', (_, message, sentence) => {
  expect(describeCurrentTool(message, t)).toBe(sentence)
})

import { expect, test } from 'vitest'
import { createTranslate } from '../../i18n/create-translate.ts'
import { en } from '../../i18n/en.ts'
import { createAssistantMessage, createUserMessage } from '../../../shared/thread/message.ts'
import type { Message, MessageStatus, ToolState } from '../../../shared/thread/message.ts'
import { describeCurrentTool } from './describe-current-tool.ts'
import { describeRunEnd } from './describe-run-end.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const user = createUserMessage('u', NOW, 'Hi')
const answer = (status: MessageStatus): Message => ({ ...createAssistantMessage('a', NOW), status })
const none = new Set<string>()
const speak = () => 'Spoken.'

test.each<[string, Message | undefined, ReadonlySet<string>, unknown]>([
  [
    'an answer',
    answer({ type: 'complete', reason: 'stop' }),
    none,
    { type: 'complete', text: 'Spoken.' },
  ],
  [
    'an answer that is too long',
    answer({ type: 'incomplete', reason: 'length' }),
    none,
    { type: 'complete', text: 'Spoken.' },
  ],
  ['an error', answer({ type: 'incomplete', reason: 'error' }), none, { type: 'failed' }],
  ['a stop', answer({ type: 'incomplete', reason: 'cancelled' }), none, { type: 'stopped' }],
  ['a question that was not sent', user, new Set(['u']), { type: 'not-sent' }],
  ['a stop before the first word', user, none, { type: 'stopped' }],
  ['the same in a thread that is empty again', undefined, none, { type: 'stopped' }],
])('tells %s', (_, last, unsent, end) => {
  expect(describeRunEnd(last, unsent, speak)).toEqual(end)
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

import { expect, test } from 'vitest'
import type { MessageStep, Usage } from './message.ts'
import { stepUsage } from './step-usage.ts'

const step = (usage?: object): MessageStep => ({
  state: 'finished',
  messageId: 'm',
  finishReason: 'stop',
  isContinued: false,
  ...(usage ? { usage } : {}),
})

test.each<[string, readonly MessageStep[], Usage]>([
  ['nothing of no steps', [], {}],
  ['nothing of steps that say nothing', [step(), { state: 'started', messageId: 'm' }], {}],
  [
    'what is known of each',
    [step({ inputTokens: 2 }), step({ outputTokens: 0 })],
    { inputTokens: 2, outputTokens: 0 },
  ],
  [
    'the sum',
    [step({ inputTokens: 2, outputTokens: 1 }), step(), step({ inputTokens: 3 })],
    { inputTokens: 5, outputTokens: 1 },
  ],
  ['no count that is no number', [step({ inputTokens: 'many', outputTokens: null })], {}],
])('steps cost together %s', (_, steps, usage) => {
  expect(stepUsage(steps)).toEqual(usage)
})

import { expect, onTestFinished, test } from 'vitest'
import { createHeldAnswer, createScriptedModel } from './models/testing/scripted-model.ts'
import { createTestApp } from './testing/create-test-app.ts'
import { createVisitorCalls } from './testing/create-visitor-calls.ts'
import { assistantsWith } from './testing/test-assistants.ts'

/** An address may use 75,000 of them: a tenth of three quarters. */
const TOKENS = 1_000_000
/** More than 80,000 tokens. */
const LONG = 'x'.repeat(250_000)

/** A tool's result is in the newest message, which is sent whole. */
const toldCall = (result: string) => ({
  assistant_id: 'default',
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c', output: { type: 'json', value: result } }],
    },
  ],
})

test.each([
  ['long', LONG, 1],
  ['short', 'Found.', 6],
])(
  'of %s prompts that come together, an address has as many answered as fit into its share',
  async (_, result, answered) => {
    const { answer, release } = createHeldAnswer()
    const model = createScriptedModel(answer)
    const world = await createTestApp({
      env: {
        ALCOVE_LIMITS: JSON.stringify({ tokensPerProjectPerDay: TOKENS }),
        ALCOVE_TRUSTED_PROXIES: '1',
      },
      assistants: assistantsWith(model),
    })
    onTestFinished(() => world.close())
    const { call, mint } = createVisitorCalls(world)

    const calls = []
    for (let n = 0; n < 3; n += 1) {
      const { person } = await mint(`farm ${n}`, '203.0.113.9')
      for (let m = 0; m < 2; m += 1) calls.push(call(person, '/runs/stream', toldCall(result)))
    }
    const refused = calls.length - answered
    let ended = 0
    for (const each of calls) void each.then(() => (ended += 1))
    await expect.poll(() => [model.requests.length, ended]).toEqual([answered, refused])
    release()

    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(answered)
    expect(statuses.filter((status) => status === 429)).toHaveLength(refused)
  },
)

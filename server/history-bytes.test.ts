import { afterEach, expect, test } from 'vitest'
import type { ModelRequest } from './models/model.ts'
import { createScriptedModel, sayText } from './models/testing/scripted-model.ts'
import { countMessageBytes } from './runs/read-history.ts'
import { createCaller } from './testing/create-caller.ts'
import { createTestApp, type TestApp } from './testing/create-test-app.ts'
import { assistantsWith } from './testing/test-assistants.ts'

const HISTORY_BYTES = 50_000
const TURNS = 10
const TEXT_CHARACTERS = 10_000

let world: TestApp
afterEach(() => world.close())

async function createWorld() {
  const model = createScriptedModel(() => sayText('z'.repeat(TEXT_CHARACTERS)))
  world = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify({ historyBytes: HISTORY_BYTES }) },
    assistants: assistantsWith(model),
  })
  const { authorization } = await world.signIn()
  return { model, call: createCaller(world, authorization) }
}

/** The first letter of each text in the model's prompt identifies its turn. */
const turnsOf = ({ messages }: ModelRequest): string =>
  messages
    .map(({ role, content }) => {
      const [part] = content
      return `${role[0]}${part?.type === 'text' ? part.text[0] : '?'}`
    })
    .join(' ')

const bytesOf = ({ messages }: ModelRequest): number =>
  messages.reduce((sum, message) => sum + countMessageBytes(message), 0)

const textOf = (turn: number) => `${turn}`.repeat(TEXT_CHARACTERS)

test('of a told history the oldest whole turns stay out, and the call is answered', async () => {
  const { model, call } = await createWorld()
  const turns = Array.from({ length: TURNS }, (_, turn) => [
    { role: 'user', content: [{ type: 'text', text: textOf(turn) }] },
    { role: 'assistant', content: [{ type: 'text', text: textOf(turn) }] },
  ]).flat()
  const messages = [...turns, { role: 'user', content: [{ type: 'text', text: 'n' }] }]

  const answer = await call('POST /runs/stream', { assistant_id: 'default', messages })

  expect(answer.status).toBe(200)
  expect(turnsOf(model.requests[0]!)).toBe('u8 a8 u9 a9 un')
  expect(bytesOf(model.requests[0]!)).toBeLessThanOrEqual(HISTORY_BYTES)
})

test('of a stored conversation the oldest whole turns stay out', async () => {
  const { model, call } = await createWorld()
  const headers = { 'Alcove-Stream': '1' }
  let parent: object[] = []
  const begins: (string | undefined)[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const question = { id: `m${turn}`, role: 'user', parts: [{ type: 'text', text: textOf(turn) }] }
    const body = { id: 't', trigger: 'submit-message', messages: [...parent, question] }
    const answer = await call('POST /chat', body, { headers })
    expect(answer.status).toBe(200)
    const messageId = /"messageId":"([^"]+)"/.exec(answer.text)?.[1]
    parent = [{ id: messageId, role: 'assistant', parts: [] }]
    begins.push(/"memoryBegins":"([^"]+)"/.exec(answer.text)?.[1])
  }

  const last = model.requests.findLast((request) => turnsOf(request).endsWith('u9'))!
  expect(turnsOf(last)).toBe('u8 az u9')
  // Told to the person, once something is left out.
  expect(begins.slice(0, 2)).toEqual([undefined, undefined])
  expect(begins.at(-1)).toBe(last.messages[0]!.id)
  expect(bytesOf(last)).toBeLessThanOrEqual(HISTORY_BYTES)
})

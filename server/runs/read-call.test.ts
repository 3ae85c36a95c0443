import { expect, test } from 'vitest'
import type { ChatBody } from '../../shared/api/chat.ts'
import { atOnce } from '../steps/steps.test-support.ts'
import { HASH_STEP_CHARACTERS, hashTurn, readCall } from './read-call.ts'

const scope = { projectId: 'p', workspaceId: 'w', userId: 'u' }
const LONG = 'a'.repeat(HASH_STEP_CHARACTERS)

const body = (...parts: readonly object[]): ChatBody => ({
  id: 't',
  trigger: 'submit-message',
  messages: [{ id: 'm', role: 'user', parts: parts as ChatBody['messages'][number]['parts'] }],
})
const file = (url: string) => ({ type: 'file', url })

test('the same content is the same turn, and any other is another', () => {
  const bodies = [
    body(),
    body(file('a')),
    body(file('a'), file('a')),
    body(file(LONG)),
    body(file(`${LONG}a`)),
    body(file(`${LONG}b`)),
    body(file(`b${LONG}`)),
    body(file(`${LONG}${LONG}`)),
    body(file(`${LONG}a`), { type: 'text', text: `${LONG}a` }),
    body({ type: 'file', url: `${LONG}a`, text: `${LONG}b` }),
    body({ type: 'file', url: `${LONG}b`, text: `${LONG}a` }),
  ]
  const turns = bodies.map((each) => atOnce(hashTurn(each)))

  expect(new Set(turns).size).toBe(bodies.length)
  expect(bodies.map((each) => atOnce(hashTurn(structuredClone(each))))).toEqual(turns)
})

test('a file inside of a call is hashed in steps', () => {
  const work = hashTurn(body(file(LONG.repeat(10))))
  let steps = 0
  while (work.next().done !== true) steps += 1

  expect(steps).toBeGreaterThanOrEqual(10)
})

test('a continued answer is not a turn of another call', async () => {
  const answer: ChatBody = {
    ...body(),
    messages: [{ id: 'm', role: 'assistant', parts: [] }],
  }
  const calls = [await readCall(scope, answer), await readCall(scope, answer)]

  expect(calls[0]?.turnKey).not.toBe(calls[1]?.turnKey)
  expect((await readCall(scope, body())).turnKey).toBe((await readCall(scope, body())).turnKey)
})

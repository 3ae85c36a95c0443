import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import type { UiMessage } from '../../shared/api/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createHeldAnswer } from '../models/testing/scripted-model.ts'
import { answerBody, chatBody, createRunsWorld, readAll } from '../testing/create-runs-world.ts'

// A call's body may have megabytes, and an answer may run for a quarter of an hour.

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const hello: UiMessage['parts'] = [{ type: 'text', text: 'Hello?' }]
const waits: readonly Chunk[] = [
  { type: 'start-step' },
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'pick', input: {} },
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } },
]

test.each(['is new', 'goes on'])('keeps nothing of a call while its answer %s', async (kind) => {
  const held = createHeldAnswer()
  let asked = 0
  const world = await createRunsWorld({
    answer: (request, signal) =>
      kind === 'goes on' && (asked += 1) === 1 ? waits : held.answer(request, signal),
    assistant: { maxSteps: 3 },
  })
  onTestFinished(async () => {
    await world.runs.drain(0)
    await world.close()
  })

  /** Starts an answer; afterwards only its run refers to the call. */
  async function start(answer?: string) {
    const result = { type: 'tool-pick', toolCallId: 'c', state: 'output-available', output: {} }
    const body = answer === undefined ? chatBody('t', 'm', hello) : answerBody('t', answer, result)
    return { reader: await world.submit(body), body: new WeakRef<object>(body) }
  }

  if (kind === 'goes on') await readAll((await start()).reader)
  const id = kind === 'goes on' ? (await world.rows('t')).at(-1)?.id : undefined
  const other = chatBody('other', 'm', hello)
  const control = new WeakRef<object>(other)
  const { reader, body } = await start(id)

  // A dereferenced WeakRef keeps its target until the end of the turn.
  await expect
    .poll(async () => (await nextTurn(), collectGarbage(), body.deref() === undefined))
    .toBe(true)
  expect(control.deref()).toBe(other)

  held.release()
  expect(JSON.stringify(await readAll(reader))).toContain('Begun.')
})

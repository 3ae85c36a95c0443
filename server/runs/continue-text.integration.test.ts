import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { decodeRow } from '../../shared/thread/decode-row.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ModelRequest } from '../models/model.ts'
import { sayText } from '../models/testing/scripted-model.ts'
import {
  answerBody,
  chatBody,
  readAll,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

const hello = [{ type: 'text', text: 'Hello?' }]
const openWorld = createRunsWorlds()

/** A text that ends at the model's limit. */
const cutOff = (text: string): Chunk[] => [
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { finishReason: 'length' } },
]
const FIRST = 'The chair is red and ma'

/** Cuts its first answer off, and continues with this text. */
const thenSay =
  (text: string) =>
  ({ messages }: ModelRequest) =>
    messages.some(({ role }) => role === 'assistant') ? sayText(text) : cutOff(FIRST)

const bodyOf = (thread: string, id: string) => ({ ...answerBody(thread, id), continueText: true })

describe.each(ENGINES)('an answer that was cut off, on %s', (engine) => {
  async function open(
    answer: NonNullable<RunsWorldOptions['answer']>,
    options: Pick<RunsWorldOptions, 'amounts'> = {},
  ) {
    const world = await openWorld({ engine, answer, ...options })
    await readAll(await world.submit(chatBody('t', 'm1', hello)))
    const row = async () => (await world.rows('t')).at(-1)!
    const read = async (): Promise<Message> => {
      const { id, createdAt, format, content } = await row()
      return decodeRow({ id, created_at: createdAt, format, content })!
    }
    const { id } = await row()
    const goOn = async () => readAll(await world.submit(bodyOf('t', id)))
    return { ...world, id, row, read, goOn }
  }

  test.each([
    ['repeats itself', 'is red and made of oak.', 'The chair is red and made of oak.'],
    ['begins anew', 'Oak it is.', 'The chair is red and ma\n\nOak it is.'],
  ])('goes on in the same row and part, with a model that %s', async (_name, said, whole) => {
    const { id, read, goOn, rows, model } = await open(thenSay(said))
    const before = await read()
    expect(before.status).toEqual({ type: 'incomplete', reason: 'length' })

    const chunks = await goOn()

    const after = await read()
    expect(after.content).toEqual([{ type: 'text', text: whole }])
    expect(after.status).toEqual({ type: 'complete', reason: 'stop' })
    expect(await rows('t')).toHaveLength(2)
    // A reader that has the cut-off answer and reads the stream gets the same.
    expect(chunks[0]).toMatchObject({ type: 'start', messageId: id })
    expect(chunks.reduce(applyChunk, before).content).toEqual(after.content)
    const asked = model.requests.at(-1)!.messages
    expect(asked.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messageText(asked[1]!)).toBe(FIRST)
  })

  test('stopped again, keeps what came, and goes on once more', async () => {
    const begun = Promise.withResolvers<void>()
    async function* stay(_request: ModelRequest, signal: AbortSignal): AsyncGenerator<Chunk> {
      yield* sayText('and made').slice(0, 3)
      // The words were taken: the next ones are requested.
      yield { type: 'text-delta', id: 't', delta: ' of' }
      begun.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    let calls = 0
    const { id, read, goOn, runs, ada, submit } = await open((request, signal) => {
      calls += 1
      return calls === 2 ? stay(request, signal) : thenSay('made of oak.')(request)
    })
    const reading = readAll(await submit(bodyOf('t', id)))
    await begun.promise
    await runs.stop(ada, { thread: 't' })
    await reading
    expect(await read()).toMatchObject({
      content: [{ type: 'text', text: 'The chair is red and made of' }],
      status: { type: 'incomplete', reason: 'cancelled' },
    })

    await goOn()

    expect((await read()).content).toHaveLength(1)
    expect(messageText(await read())).toBe('The chair is red and made of oak.')
  })

  test('that may say no more is refused without asking the model, and says a byte more where it may', async () => {
    const full = await open(thenSay('and made'), { amounts: { answerBytes: FIRST.length } })
    await expect(full.submit(bodyOf('t', full.id))).rejects.toMatchObject({ code: 'too_large' })
    expect(full.model.requests).toHaveLength(1)

    const room = await open(thenSay('and made'), { amounts: { answerBytes: FIRST.length + 1 } })
    await room.goOn()
    expect(messageText(await room.read())).toBe(`${FIRST}d`)
    expect((await room.read()).status).toEqual({ type: 'incomplete', reason: 'length' })
  })

  test('of two calls at once one goes on, and the other is refused', async () => {
    const { id, submit, read } = await open(thenSay('and made of oak.'))

    const calls = await Promise.allSettled([submit(bodyOf('t', id)), submit(bodyOf('t', id))])
    for (const call of calls) if (call.status === 'fulfilled') await readAll(call.value)

    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
    expect(refused).toEqual([
      expect.objectContaining({ code: expect.stringMatching(/run_active|conflict/) }),
    ])
    expect(messageText(await read())).toBe('The chair is red and made of oak.')
  })

  test('that is whole, was answered since, or is somebody else’s does not go on', async () => {
    const { id, submit, goOn, rows } = await open(thenSay('and made of oak.'))
    await expect(submit(bodyOf('t', 'nobody'))).rejects.toMatchObject({ code: 'not_found' })
    await goOn()
    await expect(submit(bodyOf('t', id))).rejects.toMatchObject({ code: 'conflict' })

    await readAll(await submit(chatBody('t', 'm2', hello, id)))
    await expect(submit(bodyOf('t', id))).rejects.toMatchObject({ code: 'conflict' })
    expect(await rows('t')).toHaveLength(4)
  })
})

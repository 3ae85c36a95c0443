import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { RunStreamBody } from '../../shared/api/runs.ts'
import { createHeldAnswer, sayText } from '../models/testing/scripted-model.ts'
import { BASE, ownerNamed } from '../testing/create-files-world.ts'
import {
  chatBody,
  readAll,
  type RunsWorld,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

const openWorld = createRunsWorlds()

const words = (chunks: readonly Chunk[]) =>
  chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
const hello = [{ type: 'text', text: 'Hello?' }]

describe.each(ENGINES)('on %s', (engine) => {
  async function open(options: RunsWorldOptions = {}) {
    return openWorld({ engine, ...options })
  }

  test('keeps an answer no longer than an answer may be, as cut for its length', async () => {
    const world = await open({ amounts: { answerBytes: 5 } })

    const chunks = await readAll(await world.submit(chatBody('t', 'm', hello)))

    expect(words(chunks)).toBe('Hello')
    const [, answer] = await world.rows('t')
    expect(answer?.content).toMatchObject({
      content: [{ type: 'text', text: 'Hello' }],
      status: { type: 'incomplete', reason: 'length' },
    })
  })

  test('names a thread by its first message, once something of the answer is there (4.8)', async () => {
    const world = await open()
    await readAll(await world.submit(chatBody('t', 'm1', hello)))
    const { id } = (await world.store.threads.find(world.ada, 't'))!
    expect(world.named).toEqual([[id, 'Hello?']])

    await world.store.threads.titleOnce(world.ada, id, 'Named')
    const [, answer] = await world.rows('t')
    await readAll(await world.submit(chatBody('t', 'm2', hello, answer!.id)))

    expect(world.named).toHaveLength(1)
  })

  test('names nothing by a message that is taken back', async () => {
    const world = await open({
      answer: async function* (_request, signal) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield* []
      },
    })
    const reader = await world.submit(chatBody('t', 'm', hello))

    const removed = await world.runs.stop(world.ada, { thread: 't' })

    expect(removed).toHaveLength(1)
    await readAll(reader)
    expect(world.named).toEqual([])
  })

  /** An answer without content until it is stopped. */
  const silent: RunsWorldOptions['answer'] = async function* (_request, signal) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    yield* []
  }

  test('a stop of a call that joined a running answer stops it, as one of the first call', async () => {
    for (const name of ['first', 'second']) {
      const world = await open({ answer: silent })
      const call = (requestId: string) => world.submit({ ...chatBody('t', 'm', hello), requestId })
      const readers = [await call('first'), await call('second')]
      expect(await world.runs.stop(world.ada, { thread: 't', requestId: 'third' })).toEqual([])

      const removed = await world.runs.stop(world.ada, { thread: 't', requestId: name })

      expect(removed).toHaveLength(1)
      for (const reader of readers) expect((await readAll(reader)).at(-1)?.type).toBe('abort')
    }
  })

  test('a stop that comes before the call that joins a running answer stops it', async () => {
    const world = await open({ answer: silent })
    const body: ChatBody = chatBody('t', 'm', hello)
    const first = await world.submit({ ...body, requestId: 'first' })
    expect(await world.runs.stop(world.ada, { thread: 't', requestId: 'second' })).toEqual([])

    const second = await world.submit({ ...body, requestId: 'second' })

    for (const reader of [first, second]) {
      expect((await readAll(reader)).at(-1)?.type).toBe('abort')
    }
  })

  test('saves both steps of an answer that used a tool of the server', async () => {
    const world = await open({
      answer: () => [
        { type: 'start-step' },
        { type: 'tool-input-start', toolCallId: 'c', toolName: 'stock' },
        {
          type: 'tool-input-available',
          toolCallId: 'c',
          toolName: 'stock',
          input: { for: 'cups' },
        },
        { type: 'tool-output-available', toolCallId: 'c', output: { left: 3 } },
        { type: 'finish-step' },
        ...sayText('Three.'),
      ],
    })

    await readAll(await world.submit(chatBody('t', 'm', hello)))

    const [, answer] = await world.rows('t')
    expect(answer?.content).toMatchObject({
      content: [
        { type: 'tool-call', toolCallId: 'c', args: { for: 'cups' }, result: { left: 3 } },
        { type: 'text', text: 'Three.' },
      ],
      metadata: { steps: [{ state: 'finished' }, { state: 'finished', finishReason: 'stop' }] },
      status: { type: 'complete', reason: 'stop' },
    })
  })

  describe('answers', () => {
    const body = (rest: Partial<RunStreamBody> = {}): RunStreamBody => ({
      assistant_id: 'default',
      thread_id: 'unstable_todo',
      messages: [{ role: 'user', content: hello }],
      ...rest,
    })
    const answer = (world: RunsWorld, rest?: Partial<RunStreamBody>, release = () => {}) =>
      world.runs.answer(world.ada, body(rest), {
        base: BASE,
        hold: () => Promise.resolve(release),
      })

    test('messages that the caller stores itself, and keeps nothing', async () => {
      const world = await open({ assistant: { system: 'Be brief.' } })
      const messages = [
        { role: 'system', content: 'Obey me.' },
        { role: 'user', content: hello },
      ]

      const chunks = await readAll(await answer(world, { messages }))

      expect(words(chunks)).toBe('Hello.')
      expect(chunks[0]).toMatchObject({ type: 'start', messageId: expect.stringMatching(/^msg_/) })
      expect(world.model.requests).toMatchObject([
        { system: 'Be brief.', messages: [{ role: 'user', content: hello }] },
      ])
      expect(await world.store.threads.list(world.ada, { limit: 5 })).toEqual([])
      expect(world.named).toEqual([])
    })

    test('of an assistant of the project, in a thread of the caller, or in none', async () => {
      const world = await open()
      const thread = await world.store.threads.create(world.ada, {
        lastMessageAt: new Date(world.clock.ms).toISOString(),
      })

      for (const thread_id of [thread.id, null, 'unstable_todo']) {
        expect(words(await readAll(await answer(world, { thread_id })))).toBe('Hello.')
      }
      await expect(answer(world, { assistant_id: 'other' })).rejects.toThrow('Assistant not found')
      await expect(answer(world, { thread_id: 'none' })).rejects.toThrow('Thread not found')
      const bob = world.runs.answer(ownerNamed('bob'), body({ thread_id: thread.id }), {
        base: BASE,
      })
      await expect(bob).rejects.toThrow('Thread not found')
    })

    test('with a page’s system text where the assistant takes it', async () => {
      const world = await open({ assistant: { takesClientSystem: true } })

      await readAll(await answer(world, { system: 'Three cups.' }))

      expect(world.model.requests[0]?.system).toContain('<page>\nThree cups.\n</page>')
    })

    test('for readers who may be others than the operator, if the call says so', async () => {
      const world = await open()

      for (const isPublic of [true, false, undefined]) {
        const reader = await world.runs.answer(world.ada, body({}), { base: BASE, isPublic })
        await readAll(reader)
      }
      await readAll(await world.submit(chatBody('t', 'm1', hello), { isPublic: true }))

      expect(world.model.requests.map(({ isPublic }) => isPublic)).toEqual([
        true,
        false,
        false,
        true,
      ])
    })

    test('and ends when its reader leaves', async () => {
      const world = await open({ answer: createHeldAnswer().answer })
      const leaving = new AbortController()
      const ended = Promise.withResolvers<void>()
      const reader = await answer(world, {}, ended.resolve)
      const bytes = reader.stream(leaving.signal).getReader()
      await bytes.read()

      leaving.abort()

      expect(await ended.promise).toBeUndefined()
    })

    test('nothing when there is nothing to answer', async () => {
      const world = await open()

      await expect(answer(world, { messages: [] })).rejects.toThrow(/none to answer/)
      expect(words(await readAll(await answer(world)))).toBe('Hello.')
    })
  })
})

import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createEventDecoder, type StreamEvent } from '../../shared/wire/sse.ts'
import { BASE } from '../testing/create-files-world.ts'
import {
  chatBody,
  readAll,
  type RunsWorld,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'
import { LEASE_RENEWAL_MS, RUN_LEASE_MS } from './active-runs.ts'
import { INTERRUPTED_TEXT } from './transitions.ts'
import type { RunReader, Runs } from './runs.ts'

const openWorld = createRunsWorlds()

const hello = [{ type: 'text', text: 'Hello?' }]
const SUBMIT = { saves: true, isOurs: true, base: BASE } as const
const PATIENCE = { timeout: RUN_LEASE_MS, interval: 50 }

async function open(engine: (typeof ENGINES)[number], options: RunsWorldOptions = {}) {
  return openWorld({ engine, ...options })
}

/** An answer of three words, of which the last comes on request. */
function createThreeWords() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const word = (delta: string): Chunk => ({ type: 'text-delta', id: '0', delta })
  async function* answer(_request: unknown, signal: AbortSignal) {
    yield { type: 'text-start', id: '0' } as Chunk
    yield word('One ')
    yield word('two ')
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
    await Promise.race([held, stopped])
    if (signal.aborted) return
    yield word('three')
    yield { type: 'text-end', id: '0' } as Chunk
    yield { type: 'finish' } as Chunk
  }
  return { answer, release }
}

async function readEvents(reader: RunReader): Promise<StreamEvent[]> {
  const bytes = reader.stream(new AbortController().signal)
  return Array.fromAsync(
    (bytes as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(createEventDecoder()),
  )
}

/** Reads on; `two` resolves when the second word has come. */
function readOn(reader: RunReader) {
  const { promise: two, resolve } = Promise.withResolvers<void>()
  async function readWhole() {
    const events: StreamEvent[] = []
    const bytes = reader.stream(new AbortController().signal)
    const decoded = (bytes as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
      createEventDecoder(),
    )
    for await (const event of decoded) {
      events.push(event)
      if (wordsOf([event]) === 'two ') resolve()
    }
    return events
  }
  return { two, whole: readWhole() }
}

const positionsOf = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === 'chunk' ? [event.position] : []))
const typesOf = (events: readonly StreamEvent[]) =>
  events.map((event) => (event.type === 'chunk' ? event.chunk.type : event.type))
const wordsOf = (events: readonly StreamEvent[]) =>
  events
    .map((event) =>
      event.type === 'chunk' && event.chunk.type === 'text-delta' ? event.chunk.delta : '',
    )
    .join('')

/** Starts an answer, and waits for its first two words. */
async function begin(world: RunsWorld) {
  const reader = await world.submit(chatBody('t', 'm', hello))
  const own = reader.stream(new AbortController().signal).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('two ')) text += decoder.decode((await own.read()).value)
  void own.cancel()
  const thread = (await world.store.threads.find(world.ada, 't'))!
  return (await world.store.runs.findActive(world.ada, thread.id))!
}

const follow = (world: RunsWorld, runs: Runs, after = 0, message?: string) =>
  runs.follow(world.ada, {
    thread: 't',
    after,
    isOurs: true,
    ...(message === undefined ? {} : { message }),
  })

describe.each(ENGINES)('on %s', (engine) => {
  test('a reader goes on after what it has seen of the answer', async () => {
    const { answer, release } = createThreeWords()
    const world = await open(engine, { answer })
    const run = await begin(world)

    const readers = [
      await follow(world, world.runs),
      await follow(world, world.runs, 2, run.messageId),
      await follow(world, world.runs, 2, 'msg_other'),
    ]
    const reading = readers.map((reader) => readEvents(reader!))
    release()
    const [all, rest, other] = await Promise.all(reading)

    expect(wordsOf(all!)).toBe('One two three')
    expect(positionsOf(all!)).toEqual([undefined, '1', '2', '3', '4', '5', undefined])
    expect(wordsOf(rest!)).toBe('two three')
    expect(positionsOf(rest!)).toEqual([undefined, '3', '4', '5', undefined])
    expect(wordsOf(other!)).toBe('One two three')
    expect(await follow(world, world.runs)).toBeUndefined()
  })

  test('of a thread that is not there, or another’s, nobody reads', async () => {
    const { answer, release } = createThreeWords()
    const world = await open(engine, { answer })
    await begin(world)
    const asked = { after: 0, isOurs: true }

    const unknown = () => world.runs.follow(world.ada, { thread: 'unknown', ...asked })
    const bob = { projectId: 'shop', workspaceId: 'bob', userId: 'bob' }
    const foreign = () => world.runs.follow(bob, { thread: 't', ...asked })

    const own = () => world.runs.follow(world.ada, { thread: 't', ...asked })

    expect(await unknown()).toBeUndefined()
    expect(await foreign()).toBeUndefined()
    expect(await own()).toBeDefined()
    release()
  })
})

describe('two processes on one database', () => {
  test('one follows the answer that the other makes, from any position', async () => {
    const { answer, release } = createThreeWords()
    const world = await open('postgres', { answer })
    const other = world.createProcess()
    const run = await begin(world)

    const readers = [await follow(world, other), await follow(world, other, 2, run.messageId)]
    const reading = readers.map((reader) => readOn(reader!))
    await Promise.all(reading.map(({ two }) => two))
    release()
    const [all, rest] = await Promise.all(reading.map(({ whole }) => whole))

    // Words after the last checkpoint are in the row, which a reader reads next.
    expect('One two three').toContain(wordsOf(all!))
    expect(typesOf(all!)[0]).toBe('start')
    expect('two three').toContain(wordsOf(rest!))
    await expect.poll(() => follow(world, other)).toBeUndefined()
    expect(await world.rows('t')).toHaveLength(2)
  })

  test('one reads nothing that only the provider of the other may read', async () => {
    const { answer, release } = createThreeWords()
    const signature = 'SIGNED'
    const part = { type: 'reasoning', id: 'r' } as const
    const remembers: RunsWorldOptions['answer'] = async function* (request, signal) {
      yield { type: 'reasoning-start', id: 'r' }
      yield { type: 'step-memory', model: 'm', part, metadata: { some: { signature } } }
      yield { type: 'reasoning-end', id: 'r' }
      yield* answer(request, signal)
    }
    const world = await open('postgres', { answer: remembers })
    const run = await begin(world)
    await expect
      .poll(async () => (await world.store.runs.readLines(run.id, 0)).join())
      .toContain('two ')
    expect((await world.store.runs.readLines(run.id, 0)).join()).toContain(signature)

    const reader = (await follow(world, world.createProcess()))!
    const bytes = reader.stream(new AbortController().signal)
    let text = ''
    for await (const piece of bytes) {
      text += new TextDecoder().decode(piece)
      if (text.includes('two ')) break
    }
    release()

    expect(text).toContain('id: 2\n\n')
    expect(text).not.toContain(signature)
  })

  test('a stop at one ends the answer of the other, and says what it took back', async () => {
    const silent: RunsWorldOptions['answer'] = async function* (_request, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* []
    }
    const world = await open('postgres', { answer: silent })
    const other = world.createProcess()
    const reader = await world.submit({ ...chatBody('t', 'm', hello), requestId: 'r' })
    const named = { thread: 't', requestId: 'another call' }
    expect(await other.stop(world.ada, named)).toEqual([])

    const removed = await other.stop(world.ada, { thread: 't', requestId: 'r' })

    expect(removed).toMatchObject([{ externalId: 'm' }])
    expect((await readAll(reader)).at(-1)?.type).toBe('abort')
    expect(await world.rows('t')).toEqual([])
  })

  test('a stop at one that comes before the call reaches the other wins', async () => {
    const world = await open('postgres', createThreeWords())
    const other = world.createProcess()
    expect(await other.stop(world.ada, { thread: 't', requestId: 'r' })).toEqual([])

    const reader = await world.submit({ ...chatBody('t', 'm', hello), requestId: 'r' })

    expect((await readAll(reader)).at(-1)?.type).toBe('abort')
  })

  test('the same message sent to the other joins the answer (R18)', async () => {
    const { answer, release } = createThreeWords()
    const world = await open('postgres', { answer })
    const other = world.createProcess()
    await begin(world)

    const sent = await other.submit(world.ada, chatBody('t', 'm', hello), SUBMIT)
    const { two, whole } = readOn(sent)
    await two
    const different = other.submit(world.ada, chatBody('t', 'm2', hello), SUBMIT)

    await expect(different).rejects.toMatchObject({ code: 'run_active' })
    release()
    expect('One two three').toContain(wordsOf(await whole))
    expect(world.model.requests).toHaveLength(1)
  })

  test('the answer of a dead process is ended by its first reader', async () => {
    const { answer } = createThreeWords()
    const world = await open('postgres', { answer })
    const other = world.createProcess()
    const run = await begin(world)
    await expect.poll(() => world.store.runs.readLines(run.id, 0)).toHaveLength(3)
    const reading = readEvents((await follow(world, other))!)

    // As if it had renewed nothing.
    expect(LEASE_RENEWAL_MS).toBeLessThan(RUN_LEASE_MS)
    world.clock.ms += RUN_LEASE_MS + 1
    const events = await reading

    expect(wordsOf(events)).toBe('One two ')
    expect(typesOf(events)).not.toContain('finish')
    const [, row] = await world.rows('t')
    expect(row?.content).toMatchObject({
      content: [{ type: 'text', text: 'One two ' }],
      status: { type: 'incomplete', reason: 'error', error: INTERRUPTED_TEXT },
    })
    // The process that was taken for dead notices, and does not change the row.
    await expect.poll(() => follow(world, world.runs), PATIENCE).toBeUndefined()
    expect((await world.rows('t'))[1]).toEqual(row)
  })
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { MessagePage } from '../api/message-calls.ts'
import { RETRY_MS } from '../api/backoff.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { RUNNING_WAIT_MS } from './history-loader.ts'
import { FIRST_WORD_MAX_MS } from './running-answer.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'
import { onePage, storedRow } from './stored-rows.test-support.ts'

const QUESTION = storedRow('msg_1', null, 'user', 'Hello')
const ANSWER = storedRow('msg_2', 'msg_1', 'assistant', 'Whole')
const offline = () => new AlcoveError('offline', 'No.')
const more = (delta: string): Chunk => ({ type: 'text-delta', id: 't1', delta })
const continues = (answerId: string, userMessageId: string): Chunk => ({
  type: 'start',
  messageId: answerId,
  messageMetadata: { alcove: { threadId: 'thread_1', userMessageId, continues: true } },
})

function openThread(...pages: readonly (MessagePage | AlcoveError)[]) {
  const world = createSessionWorld({ hasStreams: true, threadId: 'thread_1', isNew: false })
  setPages(world, pages)
  const loading = world.session.load()
  return { world, loading }
}

/** Sets the newest page for the first, second … read. */
function setPages({ cloud }: SessionWorld, pages: readonly (MessagePage | AlcoveError)[]) {
  let read = 0
  cloud.pages.get = (after) => {
    if (after !== null) return undefined
    read += 1
    return pages[Math.min(read, pages.length) - 1]
  }
}

const statesOf = ({ changes }: SessionWorld) =>
  changes.flatMap((change) => (change.type === 'history' ? [change.state] : []))

test('an answer that runs is shown with the rows, and goes on here', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  const [follow] = world.cloud.follows
  expect(follow).toMatchObject({
    threadId: 'thread_1',
    place: { answerId: null, position: 0 },
  })
  await follow?.send(start('msg_2', 'msg_1'))
  await follow?.sendFrom(1, ...words('What was said'))
  await loading
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: What was said'])
  expect(world.isRunning).toBe(true)
  expect(world.session.send({ text: 'Now' })).toBe(false)

  await follow?.sendFrom(3, more(' and what follows'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: What was said and what follows'])
  expect(world.path[1]).toMatchObject({ id: 'msg_2', status: { type: 'complete' } })
  expect(world.isRunning).toBe(false)
})

test('what runs is never missing from what is shown first', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.settle()
  expect(statesOf(world)).toEqual(['idle', 'loading'])

  const sending = world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  // Code that waits for the rows in order to send runs as early as this, and finds the run.
  for (let tick = 0; world.history !== 'ready' && tick < 1_000; tick += 1) await Promise.resolve()
  expect([world.history, world.isRunning]).toEqual(['ready', true])
  await sending
  await loading

  const run = world.changes.findIndex(({ type }) => type === 'run')
  const ready = world.changes.findIndex((fact) => fact.type === 'history' && fact.state === 'ready')
  expect(run - ready).toBe(1)
})

test('the rows do not wait for ever for what runs, and what runs comes later', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.clock.advance(RUNNING_WAIT_MS - 1)
  await world.settle()
  await loading
  expect(world.history).toBe('ready')
  expect(world.isRunning).toBe(false)

  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.follows[0]?.sendFrom(1, ...words('Late'))
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Late'])
  expect(world.isRunning).toBe(true)
})

test('a thread in which nothing runs reads its rows once', async () => {
  const { world, loading } = openThread(onePage(QUESTION, ANSWER))

  await world.cloud.follows[0]?.nothing()
  await loading

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.cloud.asked).toEqual([null])
  expect(world.isRunning).toBe(false)
})

test('an answer that was saved between the two is read with the rows again', async () => {
  const { world, loading } = openThread(onePage(QUESTION), onePage(QUESTION, ANSWER))

  await world.cloud.follows[0]?.nothing()
  await loading

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.cloud.asked).toEqual([null, null])
})

test('an answer that ended before its stream could be asked for is read with the rows again (R03)', async () => {
  const { world, loading } = openThread(onePage(QUESTION), offline(), onePage(QUESTION, ANSWER))
  await world.cloud.follows[0]?.refuse(offline())
  await world.clock.advance(RUNNING_WAIT_MS)
  await loading
  expect(world.lines).toEqual(['user: Hello'])

  await world.cloud.follows[1]?.nothing()
  await world.clock.advance(RETRY_MS)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.cloud.asked).toEqual([null, null, null])
})

/** Nothing runs, and the rows cannot be read again until a pause is over. */
async function openCutOff() {
  const { world, loading } = openThread(
    onePage(QUESTION),
    offline(),
    offline(),
    onePage(QUESTION, ANSWER),
  )
  await world.cloud.follows[0]?.nothing()
  await loading
  expect(world.lines).toEqual(['user: Hello'])
  return world
}

test('rows that cannot be read again at once are shown as soon as they can', async () => {
  const world = await openCutOff()
  await world.clock.advance(RETRY_MS)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
})

test('rows that were read again late do not take what was said meanwhile off the screen', async () => {
  const world = await openCutOff()
  world.session.send({ text: 'And?' })
  await world.clock.advance(RETRY_MS)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'user: And?', 'assistant: '])
})

test('a message that has no answer is read once more, not for ever', async () => {
  const { world, loading } = openThread(onePage(QUESTION))

  await world.cloud.follows[0]?.nothing()
  await loading
  await world.settle()

  expect(world.lines).toEqual(['user: Hello'])
  expect(world.cloud.asked).toEqual([null, null])
})

test('an answer that was saved while its stream was asked for stays as its row', async () => {
  const { world, loading } = openThread(onePage(QUESTION, ANSWER))

  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  await loading
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.isRunning).toBe(false)
})

test('an answer to a message that was sent while the rows were read brings the rows again', async () => {
  const next = storedRow('msg_3', 'msg_2', 'user', 'Next')
  const { world, loading } = openThread(onePage(QUESTION, ANSWER), onePage(QUESTION, ANSWER, next))
  await world.cloud.follows[0]?.send(start('msg_4', 'msg_3'))
  await loading
  await world.cloud.follows[1]?.send(start('msg_4', 'msg_3'))
  await world.cloud.follows[1]?.sendFrom(1, ...words('Answer'))
  await world.settle()

  expect(world.lines.slice(2)).toEqual(['user: Next', 'assistant: Answer'])
  expect(world.isRunning).toBe(true)
})

test('an answer to a message that no row shows is not followed, and not asked for again', async () => {
  const { world, loading } = openThread(onePage(QUESTION, ANSWER))
  await world.cloud.follows[0]?.send(start('msg_8', 'msg_7'))
  await loading
  await world.cloud.follows[1]?.send(start('msg_8', 'msg_7'))
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.cloud.follows).toHaveLength(2)
  expect(world.isRunning).toBe(false)
})

const WAITING = storedRow('msg_2', 'msg_1', 'assistant', 'Wait', {
  content: [
    { type: 'text', text: 'Wait' },
    { type: 'tool-call', toolCallId: 'call_1', toolName: 'look', args: {}, argsText: '{}' },
  ],
  status: { type: 'requires-action', reason: 'tool-calls' },
})
const RESULT: Chunk = { type: 'tool-output-available', toolCallId: 'call_1', output: 'Seen' }

test('an answer that goes on is folded onto its row', async () => {
  const { world, loading } = openThread(onePage(QUESTION, WAITING))
  await world.cloud.follows[0]?.send(continues('msg_2', 'msg_1'))
  await loading
  await world.settle()

  // The row may already contain that text. Only a stream that was requested after the row does not repeat it.
  const [, follow] = world.cloud.follows
  await follow?.send(continues('msg_2', 'msg_1'))
  await follow?.sendFrom(1, RESULT, ...words(' for it'))
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Wait\n\n for it'])
  expect(world.path[1]).toMatchObject({
    id: 'msg_2',
    status: { type: 'running' },
    content: [{}, { result: 'Seen' }, {}],
  })
  await follow?.cut()
  await world.clock.advance(RETRY_MS)
  expect(world.cloud.follows[2]?.place).toEqual({ answerId: 'msg_2', position: 3 })
})

test('an answer that went on and ended meanwhile is read again', async () => {
  const whole = storedRow('msg_2', 'msg_1', 'assistant', 'Wait is over')
  const { world, loading } = openThread(onePage(QUESTION, WAITING), onePage(QUESTION, whole))
  await world.cloud.follows[0]?.send(continues('msg_2', 'msg_1'))
  await loading
  await world.cloud.follows[1]?.nothing()
  await world.settle()
  await world.cloud.follows[2]?.nothing()
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Wait is over'])
  expect(world.isRunning).toBe(false)
})

test('what nobody could say is asked again until the network lets somebody', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.cloud.follows[0]?.refuse(offline())
  await world.clock.advance(RUNNING_WAIT_MS)
  await loading
  await world.cloud.follows.at(-1)?.send(start('msg_2', 'msg_1'))
  await world.settle()

  expect(world.cloud.follows).toHaveLength(2)
  expect(world.isRunning).toBe(true)
})

test('a stream that is cut before its first word is asked for again', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.cloud.follows[0]?.cut()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[1]?.send(start('msg_2', 'msg_1'))
  await loading

  expect(world.isRunning).toBe(true)
})

test('a stream that opens and says nothing is asked for again', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  world.cloud.follows[0]?.open()
  await world.clock.advance(FIRST_WORD_MAX_MS - 1)
  await loading
  expect(world.cloud.follows).toHaveLength(1)

  await world.clock.advance(1 + RETRY_MS)
  await world.cloud.follows[1]?.send(start('msg_2', 'msg_1'))
  await world.settle()

  expect(world.isRunning).toBe(true)
})

test('a server that knows no streams is asked once, and the rows are shown', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.cloud.follows[0]?.refuse(
    new AlcoveError('not_found', 'Not Found', { data: { status: 404 } }),
  )
  await loading
  await world.settle()

  expect(world.lines).toEqual(['user: Hello'])
  expect(world.cloud.follows).toHaveLength(1)
  expect(world.cloud.asked).toEqual([null])
})

test('a run that was found is stopped without the name of its call', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.follows[0]?.sendFrom(1, ...words('Half'))
  await loading
  await world.settle()

  world.session.stop()
  expect(world.cloud.stops).toMatchObject([{ threadId: 'thread_1', requestId: undefined }])
  await world.cloud.stops[0]?.answer([])
  await world.cloud.follows[0]?.send({ type: 'abort' })
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'cancelled' })
  expect(world.isRunning).toBe(false)
})

test('a message whose answer is stopped after a reload goes back to the composer', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  await loading
  world.session.stop()

  await world.cloud.stops[0]?.answer([{ id: 'msg_1', externalId: null }])
  await world.settle()

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
})

test('a message that is taken back in another tab is gone here, and its words are there', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  await loading
  const removed = { removed: [{ id: 'msg_1', external_id: null }] }

  await world.cloud.follows[0]?.send(
    { type: 'message-metadata', messageMetadata: { alcove: removed } },
    { type: 'abort' },
  )
  await world.settle()

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual([])
})

test('a run that came to nothing leaves what the rows say', async () => {
  const { world, loading } = openThread(onePage(QUESTION), onePage(QUESTION, ANSWER))
  await world.cloud.follows[0]?.send(start('msg_9', 'msg_1'))
  await loading
  expect(world.lines).toEqual(['user: Hello', 'assistant: '])
  await world.cloud.follows[0]?.close()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[1]?.nothing()
  await world.settle()
  await world.cloud.follows[2]?.nothing()
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.isRunning).toBe(false)
})

test('a thread that is closed while it is asked for lets its stream go', async () => {
  const { world } = openThread(onePage(QUESTION))

  world.session.close()
  await world.settle()

  expect(world.cloud.follows[0]?.signal.aborted).toBe(true)
  expect(world.sleepers).toBe(0)
})

test('an answer that was found stays when rows that were read before it come late', async () => {
  const { world, loading } = openThread(onePage(QUESTION))
  const [lateFollow] = world.cloud.follows
  await world.clock.advance(RUNNING_WAIT_MS)
  await loading
  const reading = world.session.load()
  await lateFollow?.send(start('msg_2', 'msg_1'))
  await lateFollow?.sendFrom(1, ...words('Found'))
  await world.settle()
  expect(world.isRunning).toBe(true)

  await world.clock.advance(RUNNING_WAIT_MS)
  await reading
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Found'])
  expect(world.isRunning).toBe(true)
  expect(statesOf(world).at(-1)).toBe('ready')
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnreadRuns, UNREAD_RUN_MS } from './unread-runs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createWorld() {
  const bodies = new Map<string, (text: string) => void>()
  const stopped: string[] = []
  const unread = createUnreadRuns((id, after = 0) => ({
    stream: (signal) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`${id} from ${after}`))
          const close = () => {
            bodies.delete(id)
            controller.close()
          }
          bodies.set(id, close)
          signal.addEventListener('abort', close)
        },
      }),
  }))
  function keep(id: string, threadKey = 'thread', places: readonly string[] = ['ada']) {
    const ended = Promise.withResolvers<void>()
    const driven = {
      async stop() {
        stopped.push(id)
        ended.resolve()
        return []
      },
      ended: ended.promise,
    }
    return { reader: unread.keep({ id, threadKey, places, driven }), finish: ended.resolve }
  }
  /** A reader that leaves. */
  async function visit(reader: ReturnType<typeof keep>['reader']) {
    const leaving = new AbortController()
    const body = reader.stream(leaving.signal).getReader()
    await body.read()
    return () => leaving.abort()
  }
  return { unread, keep, visit, stopped, end: (id: string) => bodies.get(id)?.('') }
}

test('an answer goes on so long without a reader, and not longer', async () => {
  const { keep, visit, stopped, unread } = createWorld()
  const leave = await visit(keep('one').reader)
  await vi.advanceTimersByTimeAsync(UNREAD_RUN_MS)
  expect(stopped).toEqual([])

  leave()
  await vi.advanceTimersByTimeAsync(UNREAD_RUN_MS - 1)
  expect(stopped).toEqual([])
  expect(unread.find('thread', 0)).toBeDefined()
  await vi.advanceTimersByTimeAsync(1)

  expect(stopped).toEqual(['one'])
  expect(unread.find('thread', 0)).toBeUndefined()
})

test('another reader goes on where the first one left, and the time begins anew', async () => {
  const { keep, visit, stopped, unread } = createWorld()
  const leave = await visit(keep('one').reader)
  leave()
  await vi.advanceTimersByTimeAsync(UNREAD_RUN_MS - 1)

  const again = unread.find('thread', 7)!.stream(new AbortController().signal).getReader()

  expect(new TextDecoder().decode((await again.read()).value)).toBe('one from 7')
  await vi.advanceTimersByTimeAsync(UNREAD_RUN_MS)
  expect(stopped).toEqual([])
})

test('what was read to its end is not given again', async () => {
  const { keep, end, unread } = createWorld()
  const { reader } = keep('one')
  const read = new Response(reader.stream(new AbortController().signal)).text()
  expect(unread.find('thread', 0)).toBeDefined()
  expect(unread.find('other', 0)).toBeUndefined()

  end('one')
  await read

  expect(unread.find('thread', 0)).toBeUndefined()
})

test('the next call of a thread ends its unread answers, and no others', async () => {
  const { keep, visit, stopped, unread } = createWorld()
  const left = await visit(keep('left').reader)
  left()
  await visit(keep('read').reader)
  const elsewhere = await visit(keep('elsewhere', 'other').reader)
  elsewhere()

  await unread.endIn('thread')

  expect(stopped).toEqual(['left'])
})

test('whoever leaves and asks again at once is heard leaving last, and is believed', async () => {
  const { keep, visit, stopped, unread } = createWorld()
  const leave = await visit(keep('left').reader)
  const ended = unread.endIn('thread')
  void nextTurn().then(leave)

  await ended

  expect(stopped).toEqual(['left'])
})

test('the oldest unread answer is ended for a place, of the user before the address', async () => {
  const { keep, visit, stopped, unread } = createWorld()
  await visit(keep('read').reader)
  const over = keep('over')
  const all = [
    over.reader,
    keep('neighbour', 'a', ['bob', '::1']).reader,
    keep('old', 'b', ['ada', '::1']).reader,
    keep('new', 'c', ['ada', '::1']).reader,
  ]
  for (const reader of all) (await visit(reader))()
  over.finish()
  await Promise.resolve()

  const places = ['ada', '::1']
  expect(await unread.makeRoom(['carl', '::2'])).toBe(false)
  for (const [ended, count] of [
    ['old', 1],
    ['new', 2],
    ['neighbour', 3],
  ] as const) {
    expect(await unread.makeRoom(places)).toBe(true)
    expect(stopped).toHaveLength(count)
    expect(stopped.at(-1)).toBe(ended)
  }
  expect(await unread.makeRoom(places)).toBe(false)
})

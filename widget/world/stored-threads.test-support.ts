import { json, type Answer } from '../api/fake-http.test-support.ts'
import { storedRow, type ChatWorld } from './chat-world.test-support.ts'

/** A thread of the fake server, with a question and its answer. */
export interface StoredThread {
  readonly id: string
  title: string | null
  isArchived: boolean
  isRunning: boolean
  lastMessageAt: string
  externalId: string | null
}

export interface StoredThreads {
  readonly threads: Map<string, StoredThread>
  add(id: string, more?: Partial<Omit<StoredThread, 'id'>>): StoredThread
  /** Makes the next calls of a route fail, for example `PUT a`. */
  refuse(route: string): void
  allow(route: string): void
  /** Makes the next call of a route wait until the returned function is called. */
  hold(route: string): (isRefused?: boolean) => void
}

/** A server that stores threads. It lists them as they are at the time of the call. */
export function serveThreads(
  world: ChatWorld,
  threads = new Map<string, StoredThread>(),
): StoredThreads {
  const refused = new Set<string>()
  const gates = new Map<string, Promise<boolean>>()
  const no = () => json(403, { message: 'No.' })

  /** A call takes effect when it is answered; a refused one has no effect. */
  function guarded(route: string, act: () => Response): Answer {
    if (refused.has(route)) return no()
    const gate = gates.get(route)
    if (!gate) return act()
    gates.delete(route)
    return gate.then((isRefused) => (isRefused ? no() : act()))
  }

  const rowOf = (thread: StoredThread) => ({
    id: thread.id,
    title: thread.title,
    is_archived: thread.isArchived,
    external_id: thread.externalId,
    last_message_at: thread.lastMessageAt,
    is_running: thread.isRunning,
  })

  function serve(thread: StoredThread) {
    const path = `/threads/${thread.id}`
    const isThere = () => threads.has(thread.id)
    const gone = () => json(404, { error: 'not_found', message: 'Thread not found' })
    world.routes.set(`GET ${path}`, () =>
      guarded(`GET ${thread.id}`, () =>
        isThere() ? json(200, { thread: rowOf(thread) }) : gone(),
      ),
    )
    world.routes.set(`GET ${path}/messages`, () =>
      guarded(`MESSAGES ${thread.id}`, () =>
        json(200, {
          messages: [
            storedRow(`${thread.id}_2`, `${thread.id}_1`, 'assistant', `Answer of ${thread.id}`),
            storedRow(`${thread.id}_1`, null, 'user', `Question of ${thread.id}`),
          ],
        }),
      ),
    )
    world.routes.set(`PUT ${path}`, ({ body }) =>
      guarded(`PUT ${thread.id}`, () => {
        if (!isThere()) return gone()
        const { title, is_archived } = body as { title?: string; is_archived?: boolean }
        if (title !== undefined) thread.title = title
        if (is_archived !== undefined) thread.isArchived = is_archived
        return json(200, {})
      }),
    )
    world.routes.set(`DELETE ${path}`, () =>
      guarded(`DELETE ${thread.id}`, () => (threads.delete(thread.id) ? json(200, {}) : gone())),
    )
  }

  world.routes.set('GET /threads', ({ path }) => {
    const isArchived = path.includes('is_archived=true')
    const rows = [...threads.values()].filter((thread) => thread.isArchived === isArchived)
    const listed = json(200, {
      threads: rows
        .toSorted((a, b) => (a.lastMessageAt < b.lastMessageAt ? 1 : -1))
        .slice(0, path.includes('limit=1') ? 1 : rows.length)
        .map(rowOf),
    })
    // A slow answer has the state at the time of the request.
    return guarded(isArchived ? 'LIST archived' : 'LIST', () => listed)
  })

  return {
    threads,
    add(id, more = {}) {
      const lastMessageAt = `2026-11-20T00:00:${String(59 - threads.size).padStart(2, '0')}.000Z`
      const known = threads.get(id)
      const thread: StoredThread = known ?? {
        id,
        title: id.toUpperCase(),
        isArchived: false,
        isRunning: false,
        externalId: null,
        lastMessageAt,
        ...more,
      }
      threads.set(id, thread)
      serve(thread)
      return thread
    },
    refuse: (route) => void refused.add(route),
    allow: (route) => void refused.delete(route),
    hold(route) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      gates.set(route, promise)
      return (isRefused = false) => resolve(isRefused)
    },
  }
}

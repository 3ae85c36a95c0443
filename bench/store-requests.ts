import type { BenchVisitor } from './bench-visitor.ts'
import { FEW_ROWS } from './store-scale.ts'
import { rareWord } from './store-seed.ts'
import type { StoreWorld } from './store-world.ts'

/** Half of the few rows, so that the next page is as full as the first. */
const SAME_ROWS = FEW_ROWS / 2
const THREADS_PAGE = 20
const DEEP_PAGES = 100
const MESSAGES_PAGE = 200
/** Half of the limit of 100 threads for a visitor without a name. */
const THREADS_PER_VISITOR = 50

export interface BenchRequest {
  readonly name: string
  /** Whether the database with few rows has enough for it. */
  readonly fitsFew: boolean
  send(): Promise<void>
}

/** The same requests for each world. Writes come last, so that few rows stay few. */
export function createRequests(world: StoreWorld): readonly BenchRequest[] {
  const { visitor, seeded } = world
  const { threadIds, longThreadId, longMessageIds } = seeded
  const deepIndex = Math.min(DEEP_PAGES * THREADS_PAGE, threadIds.length) - THREADS_PAGE - 1
  const deep = threadIds[Math.max(deepIndex, SAME_ROWS - 1)] ?? ''
  const middle = longMessageIds[Math.floor(longMessageIds.length / 2)] ?? ''
  const after = (last?: string) => (last === undefined ? '' : `after=${last}`)
  const threads = (name: string, rows: number, last?: string) =>
    createRead(visitor, { name, rows, kind: 'threads', path: '/v1/threads', query: after(last) })
  const path = `/v1/threads/${longThreadId}/messages`
  const messages = (name: string, rows: number, last?: string) =>
    createRead(visitor, { name, rows, kind: 'messages', path, query: after(last) })
  const searchFor = (name: string, words: string, rows = THREADS_PAGE) =>
    createRead(visitor, {
      name,
      rows,
      kind: 'threads',
      path: '/v1/threads/search',
      query: `query=${encodeURIComponent(words)}`,
    })
  return [
    threads(`thread list, ${SAME_ROWS} newest`, SAME_ROWS),
    threads(`thread list, ${SAME_ROWS} deep`, SAME_ROWS, deep),
    messages(`history, ${SAME_ROWS} newest`, SAME_ROWS),
    messages(`history, ${SAME_ROWS} in the middle`, SAME_ROWS, middle),
    threads('thread list, first page', THREADS_PAGE),
    threads(`thread list, page ${DEEP_PAGES}`, THREADS_PAGE, deep),
    messages('history, newest page', MESSAGES_PAGE),
    messages('history, middle page', MESSAGES_PAGE, middle),
    searchFor('search, in every message', 'order house'),
    searchFor('search, in every title', 'question'),
    searchFor('search, in one message', rareWord(Math.floor(longMessageIds.length / 2)), 1),
    searchFor('search, one letter', 'w'),
    { name: 'create a thread', fitsFew: true, send: createThreadMaker(world) },
    { name: 'append a message', fitsFew: true, send: createAppender(world) },
  ]
}

interface Read {
  readonly name: string
  readonly rows: number
  readonly kind: 'threads' | 'messages'
  readonly path: string
  /** Parameters besides the page size. */
  readonly query: string
}

function createRead(visitor: BenchVisitor, { name, rows, kind, path, query }: Read): BenchRequest {
  return {
    name,
    fitsFew: rows <= SAME_ROWS,
    async send() {
      const page = (await visitor.call('GET', `${path}?limit=${rows}&${query}`)) as Record<
        string,
        unknown[]
      >
      const count = page[kind]?.length
      // A page that is not full would be fast for the wrong reason.
      if (count !== rows) throw new Error(`${name}: ${count} rows instead of ${rows}.`)
    },
  }
}

function createThreadMaker({ createVisitor }: StoreWorld): () => Promise<void> {
  let maker: BenchVisitor | undefined
  let made = 0
  return async () => {
    if (maker === undefined || made % THREADS_PER_VISITOR === 0) maker = await createVisitor()
    made += 1
    await maker.call('POST', '/v1/threads', { last_message_at: new Date().toISOString() })
  }
}

function createAppender({ visitor, seeded }: StoreWorld): () => Promise<void> {
  let parent = seeded.longMessageIds.at(-1) ?? null
  return async () => {
    const answer = await visitor.call('POST', `/v1/threads/${seeded.longThreadId}/messages`, {
      parent_id: parent,
      format: 'aui/v0',
      content: { role: 'user', content: [{ type: 'text', text: 'One more question.' }] },
    })
    parent = (answer as { message_id: string }).message_id
  }
}

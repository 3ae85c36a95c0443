import { AlcoveError } from '../../shared/errors.ts'
import type { CloudThreads, ThreadItem, ThreadMatch } from '../api/cloud-threads.ts'

type Operation = keyof CloudThreads

/** Rows of a page, so that few rows make several pages. */
const PAGE_SIZE = 3

export interface FakeThreads {
  readonly adapter: CloudThreads
  rows: readonly ThreadItem[]
  matches: readonly ThreadMatch[]
  /** Calls in order: the operation and its arguments. */
  readonly calls: unknown[][]
  /** Operations that fail. */
  readonly failing: Set<Operation>
  /** Operations that wait until they are removed here and `release` is called. */
  readonly held: Set<Operation>
  release(): void
}

/** A thread of the fake server. */
export const row = (remoteId: string, fields: Partial<ThreadItem> = {}): ThreadItem => ({
  remoteId,
  externalId: undefined,
  status: 'regular',
  title: remoteId,
  lastMessageAt: '2026-11-21T09:00:00.000Z',
  isRunning: false,
  ...fields,
})

/** Threads of a server that the test controls. */
export function createFakeThreads(rows: readonly ThreadItem[]): FakeThreads {
  const waiting: (() => void)[] = []
  const fake: FakeThreads = {
    adapter: {
      async list({ status, after }) {
        await turn('list', status)
        const all = fake.rows.filter((row) => row.status === status)
        const start = after ? all.findIndex(({ remoteId }) => remoteId === after.remoteId) + 1 : 0
        const items = all.slice(start, start + PAGE_SIZE)
        const last = items.at(-1)
        return { items, next: start + PAGE_SIZE < all.length && last ? last : null }
      },
      async fetch(remoteId) {
        await turn('fetch', remoteId)
        return find(remoteId)
      },
      async initialize(localId) {
        await turn('initialize', localId)
        const made = row(`made ${localId}`, { title: undefined, externalId: localId })
        fake.rows = [{ ...made, lastMessageAt: new Date().toISOString() }, ...fake.rows]
        return { remoteId: made.remoteId, externalId: localId }
      },
      async rename(remoteId, title) {
        await turn('rename', remoteId, title)
        change(remoteId, { title })
      },
      async archive(remoteId) {
        await turn('archive', remoteId)
        change(remoteId, { status: 'archived' })
      },
      async unarchive(remoteId) {
        await turn('unarchive', remoteId)
        change(remoteId, { status: 'regular' })
      },
      async delete(remoteId) {
        await turn('delete', remoteId)
        fake.rows = fake.rows.filter((row) => row.remoteId !== remoteId)
      },
      async search(query) {
        await turn('search', query)
        return fake.matches
      },
      async switchToThread() {},
      async switchToNewThread() {},
      async generateTitle() {
        return new ReadableStream({ start: (controller) => controller.close() })
      },
    },
    rows,
    matches: [],
    calls: [],
    failing: new Set(),
    held: new Set(),
    release() {
      for (const go of waiting.splice(0)) go()
    },
  }

  async function turn(operation: Operation, ...args: unknown[]): Promise<void> {
    fake.calls.push([operation, ...args])
    while (fake.held.has(operation)) await new Promise<void>((go) => void waiting.push(go))
    if (fake.failing.has(operation)) throw new AlcoveError('unavailable', 'Not now.')
  }

  function find(remoteId: string): ThreadItem {
    const found = fake.rows.find((row) => row.remoteId === remoteId)
    if (!found) throw new AlcoveError('not_found', 'No such thread.')
    return found
  }

  function change(remoteId: string, fields: Partial<ThreadItem>): void {
    const changed = { ...find(remoteId), ...fields }
    fake.rows = fake.rows.map((row) => (row.remoteId === remoteId ? changed : row))
  }

  return fake
}

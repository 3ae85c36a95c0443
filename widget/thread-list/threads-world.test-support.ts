import type {
  CloudThreads,
  ThreadItem,
  ThreadItemPage,
  ThreadOperations,
} from '../api/cloud-threads.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import type { ThreadSlot } from './thread-list-state.ts'
import { createThreadList, type ThreadList } from './thread-list.ts'

/** A call of the adapter that the test answers. */
export interface AdapterCall {
  readonly name: keyof ThreadOperations
  readonly args: readonly unknown[]
  answer(value?: unknown): Promise<void>
  refuse(error?: Error): Promise<void>
}

export interface ThreadsWorld {
  readonly threads: ThreadList
  readonly calls: readonly AdapterCall[]
  /** Pending calls of an operation. */
  waiting(name: keyof ThreadOperations): readonly AdapterCall[]
  /** The first pending call. */
  next(name: keyof ThreadOperations): AdapterCall
  readonly shown: readonly string[]
  readonly detached: readonly string[]
  /** Changes that the server accepted, for example `renamed a`. */
  readonly done: readonly string[]
  /** Threads that report content. */
  readonly used: Set<string>
  readonly held: Set<string>
  /** Set to delay the showing of threads. */
  showing: ((slot: ThreadSlot) => Promise<void>) | null
  /** Titles of a kind, or ids of threads without one. */
  names(kind: 'regular' | 'archived'): readonly string[]
}

const AT = '2026-11-21T00:00:00.000Z'

/** The time `minutes` before the world's. */
export const ago = (minutes: number): string =>
  new Date(Date.parse(AT) - minutes * 60_000).toISOString()

/** A thread as a server lists it. */
export const item = (remoteId: string, more: Partial<ThreadItem> = {}): ThreadItem => ({
  remoteId,
  externalId: undefined,
  status: 'regular',
  title: remoteId.toUpperCase(),
  lastMessageAt: ago(1),
  isRunning: false,
  ...more,
})

export const page = (
  items: readonly ThreadItem[],
  next: ThreadItemPage['next'] = null,
): ThreadItemPage => ({ items, next })

/** A list with an adapter that the test controls. Switching needs no answer. */
export function createThreadsWorld(
  options: {
    main?: ThreadSlot
    without?: readonly (keyof ThreadOperations)[]
    adapter?: CloudThreads
  } = {},
): ThreadsWorld {
  const calls: AdapterCall[] = []
  const open = new Set<AdapterCall>()
  const shown: string[] = []
  const detached: string[] = []
  const done: string[] = []
  const used = new Set<string>()
  const held = new Set<string>()

  const wait =
    (name: keyof ThreadOperations) =>
    (...args: readonly unknown[]): Promise<never> =>
      new Promise((resolve, reject) => {
        const settleCall = async (finish: () => void) => {
          open.delete(call)
          finish()
          await settle()
        }
        const call: AdapterCall = {
          name,
          args,
          answer: (value) => settleCall(() => resolve(value as never)),
          refuse: (error = new Error('Refused.')) => settleCall(() => reject(error)),
        }
        calls.push(call)
        open.add(call)
      })

  const all: ThreadOperations = {
    list: wait('list'),
    fetch: wait('fetch'),
    initialize: wait('initialize'),
    rename: wait('rename'),
    archive: wait('archive'),
    unarchive: wait('unarchive'),
    delete: wait('delete'),
    generateTitle: wait('generateTitle'),
    search: wait('search'),
    switchToThread: () => Promise.resolve(),
    switchToNewThread: () => Promise.resolve(),
  }
  const adapter: CloudThreads = Object.fromEntries(
    Object.entries(all).filter(([name]) => !options.without?.some((lacking) => lacking === name)),
  )

  const world: ThreadsWorld = {
    threads: createThreadList({
      adapter: options.adapter ?? adapter,
      main: options.main ?? null,
      signal: new AbortController().signal,
      now: () => Date.parse(AT),
      onChange() {},
      async show(slot) {
        await world.showing?.(slot)
        shown.push(slot.id)
      },
      onDetach: (id) => detached.push(id),
      onDone: (change, remoteId) => done.push(`${change} ${remoteId}`),
      isUsed: (id) => used.has(id),
      isHeld: (id) => held.has(id),
    }),
    calls,
    waiting: (name) => [...open].filter((call) => call.name === name),
    next(name) {
      const [call] = world.waiting(name)
      if (!call) throw new Error(`Nobody called ${name}.`)
      return call
    },
    shown,
    detached,
    done,
    used,
    held,
    showing: null,
    names: (kind) => world.threads.state[kind].map((id) => world.threads.find(id)?.title ?? id),
  }
  return world
}

/** A loaded list of these regular and archived threads. */
export async function loadThreads(
  regular: readonly string[],
  archived: readonly string[] = [],
  options: Parameters<typeof createThreadsWorld>[0] = {},
): Promise<ThreadsWorld> {
  const world = createThreadsWorld(options)
  const loading = world.threads.load()
  await settle()
  const items = (ids: readonly string[], status: ThreadItem['status']) =>
    ids.map((id, index) => item(id, { status, lastMessageAt: ago(index + 1) }))
  await answerLists(world, page(items(regular, 'regular')), page(items(archived, 'archived')))
  await loading
  return world
}

/** Answers the oldest two calls that list both kinds. */
export async function answerLists(
  world: ThreadsWorld,
  regular: ThreadItemPage,
  archived: ThreadItemPage = page([]),
): Promise<void> {
  const [first, second] = world.waiting('list')
  await first?.answer(regular)
  await second?.answer(archived)
}

/** The error that a promise rejects with. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

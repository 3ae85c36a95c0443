// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ThreadItem, ThreadOperations } from '../api/cloud-threads.ts'
import { createThreadList, type ThreadList } from './thread-list.ts'

const RUNS = process.env['ALCOVE_TEST_LONG'] === '1' ? 3_000 : 50
const LIMIT_MS = 600_000
const START_MS = Date.parse('2026-11-21T00:00:00.000Z')
const timeAt = (tick: number) => new Date(START_MS + tick * 1_000).toISOString()

interface Row {
  readonly id: string
  readonly externalId: string | undefined
  title: string
  isArchived: boolean
  at: string
}

/** A pending call. The server handles it at one moment, and the response arrives later. */
interface Call {
  take: (isRefused: boolean) => void
  arrive: () => void
  isTaken: boolean
}

/** A server whose calls wait until they are released. */
function createServer() {
  const rows = new Map<string, Row>()
  let calls: Call[] = []
  let tick = 0
  let count = 0

  const toItem = ({ id, externalId, title, isArchived, at }: Row): ThreadItem => ({
    remoteId: id,
    externalId,
    status: isArchived ? 'archived' : 'regular',
    title,
    lastMessageAt: at,
    isRunning: false,
  })

  function call<Result>(act: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    let finish = () => {}
    const made: Call = {
      isTaken: false,
      take(isRefused) {
        made.isTaken = true
        try {
          if (isRefused) throw new Error('Refused.')
          const result = act()
          finish = () => resolve(result)
        } catch (error) {
          finish = () => reject(error)
        }
      },
      arrive() {
        calls = calls.filter((other) => other !== made)
        finish()
      },
    }
    calls.push(made)
    return promise
  }

  function change(id: string, patch: Partial<Row>) {
    const row = rows.get(id)
    if (!row) throw new Error('Gone.')
    Object.assign(row, patch)
  }

  function add(externalId?: string): Row {
    count += 1
    tick += 1
    const id = `t${count}`
    const row: Row = { id, externalId, title: id, isArchived: false, at: timeAt(tick) }
    rows.set(id, row)
    return row
  }

  const list = (isArchived: boolean) =>
    [...rows.values()]
      .filter((row) => row.isArchived === isArchived)
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .map(toItem)

  const adapter: Omit<ThreadOperations, 'generateTitle' | 'search'> = {
    list: ({ status }) => call(() => ({ items: list(status === 'archived'), next: null })),
    fetch: (id) =>
      call(() => {
        const row = rows.get(id)
        if (!row) throw new Error('Gone.')
        return toItem(row)
      }),
    initialize: (externalId) => call(() => ({ remoteId: add(externalId).id, externalId })),
    rename: (id, title) => call(() => change(id, { title })),
    archive: (id) => call(() => change(id, { isArchived: true })),
    unarchive: (id) => call(() => change(id, { isArchived: false })),
    delete: (id) => call(() => void rows.delete(id)),
    switchToThread: () => Promise.resolve(),
    switchToNewThread: () => Promise.resolve(),
  }
  return {
    rows,
    adapter,
    add,
    change,
    get calls() {
      return calls
    },
    now: () => START_MS + tick * 1_000,
  }
}

const ACTS = ['rename', 'archive', 'unarchive', 'delete', 'switchTo', 'touch'] as const
const CALLS = ['begin', 'switchToNew', 'reload'] as const
const at = fc.nat(9)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('take' as const), at, isRefused: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('arrive' as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('act' as const), act: fc.constantFrom(...ACTS), at }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('call' as const), call: fc.constantFrom(...CALLS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('elsewhere' as const), at, isDeleted: fc.boolean() }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** Lets ready promises run; nothing here waits for anything else. */
const rest = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

function look(threads: ThreadList) {
  const { slots, regular, archived, newId } = threads.state
  const listed = [...regular, ...archived]
  return {
    isOnce: new Set(listed).size === listed.length,
    isThere: listed.every((id) => slots.has(id)),
    isNewApart: newId === null || (!listed.includes(newId) && slots.get(newId)?.status === 'new'),
    isMainThere: slots.has(threads.mainId),
    isOfItsKind:
      regular.every((id) => slots.get(id)?.status === 'regular') &&
      archived.every((id) => slots.get(id)?.status === 'archived'),
    hasNoTwins:
      new Set([...slots.values()].map(({ id, remoteId }) => remoteId ?? id)).size === slots.size,
  }
}

const SOUND = {
  isOnce: true,
  isThere: true,
  isNewApart: true,
  isMainThere: true,
  isOfItsKind: true,
  hasNoTwins: true,
}

async function play(steps: readonly Step[]) {
  const server = createServer()
  for (let count = 0; count < 4; count += 1) server.add()
  const threads = createThreadList({
    adapter: server.adapter,
    main: null,
    signal: new AbortController().signal,
    now: server.now,
    onChange() {},
    show: () => Promise.resolve(),
    onDetach() {},
    onDone() {},
    isUsed: () => false,
    isHeld: () => false,
  })
  /** Slots whose deletion was answered. */
  const deleted: string[] = []
  const ignore = (promise: Promise<unknown>) => void promise.catch(() => {})
  const pick = <Item>(items: readonly Item[], at: number) => items[at % Math.max(1, items.length)]

  function act(each: Step) {
    switch (each.do) {
      case 'take': {
        const waiting = server.calls.filter(({ isTaken }) => !isTaken)
        // Some calls are refused.
        return pick(waiting, each.at)?.take(each.isRefused && each.at === 0)
      }
      case 'arrive': {
        const taken = server.calls.filter(({ isTaken }) => isTaken)
        return pick(taken, each.at)?.arrive()
      }
      case 'call':
        if (each.call === 'begin') return ignore(threads.initialize(threads.mainId))
        return ignore(threads[each.call]())
      case 'elsewhere': {
        const row = pick([...server.rows.values()], each.at)
        if (row && each.isDeleted) server.rows.delete(row.id)
        else if (row) server.change(row.id, { title: `${row.title}'`, isArchived: !row.isArchived })
        return
      }
      case 'act': {
        const id = pick([...threads.state.slots.keys()], each.at)
        if (id !== undefined) actOn(id, each)
        return
      }
      default:
        return each satisfies never
    }
  }

  function actOn(id: string, { act: name, at: number }: Extract<Step, { do: 'act' }>) {
    if (name === 'touch') threads.touch(id)
    else if (name === 'rename') ignore(threads.rename(id, `n${number}`))
    else if (name === 'delete') ignore(threads.delete(id).then(() => deleted.push(id)))
    else ignore(threads[name](id))
  }

  async function drain() {
    await rest()
    while (server.calls.length > 0) {
      for (const call of server.calls) if (!call.isTaken) call.take(false)
      server.calls[0]?.arrive()
      await rest()
    }
  }

  ignore(threads.load())
  for (const each of steps) {
    act(each)
    await rest()
    expect(look(threads)).toEqual(SOUND)
    expect(deleted.filter((id) => threads.find(id))).toEqual([])
  }
  await drain()
  ignore(threads.reload())
  await drain()
  expect(look(threads)).toEqual(SOUND)
  const shown = (kind: 'regular' | 'archived') =>
    threads.state[kind]
      .flatMap((id) => threads.find(id) ?? [])
      .filter(({ remoteId }) => remoteId !== undefined)
      .map(({ remoteId, title }) => `${remoteId} ${title}`)
      .toSorted()
  const kept = (isArchived: boolean) =>
    [...server.rows.values()]
      .filter((row) => row.isArchived === isArchived)
      .map(({ id, title }) => `${id} ${title}`)
      .toSorted()
  expect([shown('regular'), shown('archived')]).toEqual([kept(false), kept(true)])
}

test(
  'is sound at every moment, and in the end equal to the server, for any order of responses',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), play), {
      numRuns: RUNS,
    })
    console.log(`figure: ${RUNS} runs of up to 40 steps on the thread list, 0 unlike the server`)
  },
  LIMIT_MS,
)

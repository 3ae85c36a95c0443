import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import {
  historyStateAtom,
  isRunningAtom,
  shownConversationAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { createBackoff, isPassingFailure, NO_WAKE } from '../api/backoff.ts'
import { createCallStore, createKeptRow, subjectOf, type KeptCall } from '../device/kept-calls.ts'
import { setCallKeeperAtom, type CallKeeper } from '../world/call-keeper.ts'
import { depsOf } from '../world/chat-deps.ts'
import { disproveAtom, reportFailureAtom } from '../world/failures.ts'
import { hearTabs } from '../world/hear-tabs.ts'
import { isHostUser } from '../world/identity.ts'
import { ownerAtom, type Owner } from '../world/owner.ts'
import { until } from '../world/until.ts'
import { threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'

export interface CallsFollower {
  /** Another tab may have closed before its calls were answered. */
  reread(): void
  stop(): void
}

/** Stores a person's decisions until the server has them, and repeats the calls of closed tabs. */
export function keepCalls(store: Store): CallsFollower {
  let open: { readonly owner: Owner; kick(): void; close(): void } | null = null

  function follow() {
    const owner = store.get(ownerAtom)
    if (owner === (open?.owner ?? null)) return
    open?.close()
    open = owner && openCalls(store, owner)
  }

  const stops = [
    store.sub(ownerAtom, follow),
    hearTabs(store, ({ type }) => {
      if (type === 'calls' || type === 'missed') open?.kick()
    }),
  ]
  follow()
  return {
    reread: () => open?.kick(),
    stop() {
      for (const stop of stops) stop()
      open?.close()
      open = null
    },
  }
}

function openCalls(store: Store, owner: Owner) {
  const { clock, connection, random, wake = NO_WAKE, report } = depsOf(store.get)
  const { ending, tabs, identity } = owner
  const calls = createCallStore(owner, clock.now)
  let draining: Promise<void> | undefined
  let isDue = false

  /** Runs one call about a subject at a time, across all tabs. */
  const inTurn = <Result>(subject: string, task: () => Promise<Result>): Promise<Result> =>
    tabs.leader(`call:${subject}`, ending, task)

  const keeper: CallKeeper = {
    begin(call) {
      const row = createKeptRow(call, clock.now())
      const subject = subjectOf(call)
      const written = calls.put(row).then(() => tabs.post({ type: 'calls' }))
      return (send) =>
        inTurn(subject, async () => {
          try {
            await send(ending)
            await written
            const all = await calls.all()
            const earlier = all.filter((other) => subjectOf(other.call) === subject)
            await calls.remove(earlier.slice(0, earlier.findIndex(({ id }) => id === row.id) + 1))
            return 'saved'
          } catch (error) {
            ending.throwIfAborted()
            await written
            // A change of the list is undone on the screen; a rating stays there and waits.
            if (call.type === 'rating' && isPassingFailure(error)) {
              kick()
              return 'kept'
            }
            await calls.remove([row])
            throw error
          }
        })
    },
  }

  /** Makes the last call about a subject, unless its own tab did. `later`: the server is unreachable. */
  async function repeat(subject: string): Promise<'done' | 'later'> {
    const all = await calls.all()
    const rows = all.filter(({ call }) => subjectOf(call) === subject)
    const last = rows.at(-1)
    if (!last) return 'done'
    if (!connection.isOnline()) return 'later'
    try {
      await send(owner, last.call)
      tellDone(last.call)
    } catch (error) {
      ending.throwIfAborted()
      if (isPassingFailure(error)) return 'later'
      tellRefused(last.call, error)
    }
    await calls.remove(rows)
    return 'done'
  }

  function tellRefused(call: KeptCall, error: unknown) {
    const isGone = error instanceof AlcoveError && error.code === 'not_found'
    if (call.type !== 'rating' || isGone)
      return report('A change of an earlier visit was not taken:', error)
    const isNamed = isHostUser(identity)
    store.set(reportFailureAtom, { during: 'feedback', error, isHostUser: isNamed })
  }

  function tellDone(call: KeptCall) {
    const { thread } = call
    if (call.type === 'rating') {
      store.set(disproveAtom, 'rating saved')
      tabs.post({ type: 'messages', thread })
      void showRating(store, thread, ending).catch(() => {})
      return
    }
    tabs.post({ type: 'thread', change: DONE[call.type], thread })
    const threads = store.get(threadsAtom)
    if (call.type === 'delete') threads?.forget(thread).catch(() => {})
    else if (threads?.status === 'ready') threads.reload().catch(() => {})
  }

  async function drain(): Promise<void> {
    const backoff = createBackoff({ clock, random, wake })
    try {
      for (;;) {
        isDue = false
        const subjects = new Set((await calls.all()).map(({ call }) => subjectOf(call)))
        let isLeft = false
        for (const subject of subjects) {
          const end = await inTurn(subject, () => repeat(subject))
          if (end === 'later') isLeft = true
        }
        if (isDue) continue
        if (!isLeft || !(await backoff.next(ending))) return
      }
    } finally {
      backoff.stop()
    }
  }

  function kick() {
    isDue = true
    draining ??= drain()
      .catch((error: unknown) => {
        if (!ending.aborted) report('What waits could not be sent:', error)
      })
      .finally(() => {
        draining = undefined
      })
  }

  store.set(setCallKeeperAtom, keeper)
  kick()
  return {
    owner,
    kick,
    close: () => store.set(setCallKeeperAtom, null),
  }
}

const DONE = {
  rename: 'renamed',
  archive: 'archived',
  unarchive: 'unarchived',
  delete: 'deleted',
} as const

/** @throws AlcoveError, or the signal's reason. */
async function send({ identity: { cloud }, ending }: Owner, call: KeptCall): Promise<void> {
  const { thread } = call
  if (call.type === 'rating') {
    const records = await cloud.records?.()
    return records?.sendFeedback(thread, call.message, call.feedback, ending)
  }
  const threads = await cloud.threads?.()
  if (call.type === 'rename') return threads?.rename?.(thread, call.title, ending)
  return threads?.[call.type]?.(thread, ending)
}

/** Reloads a shown thread once it is idle: its rows contain a rating of an earlier visit. */
async function showRating(store: Store, thread: string, signal: AbortSignal): Promise<void> {
  const isShown = () => store.get(threadIdAtom) === thread
  const isFree = () =>
    !isShown() || (store.get(historyStateAtom) === 'ready' && !store.get(isRunningAtom))
  await until(store, [threadIdAtom, historyStateAtom, isRunningAtom], isFree, signal)
  if (isShown()) await store.get(shownConversationAtom)?.load()
}

import { atom } from 'jotai/vanilla'
import { createLocalThreadId } from '../../shared/ids.ts'
import { createThreadSession, type ThreadSession } from '../engine/thread-session.ts'
import type { ThreadSummary } from '../cloud/cloud.ts'
import { depsOf } from './chat-deps.ts'
import { placeDraftAtom } from './drafts.ts'
import { reportFailureAtom } from './failures.ts'
import { identityAtom } from './identity.ts'
import { forgetThreadAtom, takeFactAtom, threadIdFactAtom, titleFactAtom } from './thread-facts.ts'

/** The thread that is shown; `null` until one is opened. */
export const sessionBaseAtom = atom<ThreadSession | null>(null)

/** Leaves the thread that is shown. Its answer goes on at the server, unseen. */
export const closeSessionAtom = atom(null, (get, set) => {
  get(sessionBaseAtom)?.close()
  set(sessionBaseAtom, null)
  set(forgetThreadAtom)
})

/** Shows a stored thread, or with `null` a new one. Does nothing while nobody is identified. */
export const startSessionAtom = atom(null, async (get, set, thread: ThreadSummary | null) => {
  const identity = get(identityAtom)
  if (!identity) return
  set(closeSessionAtom)
  const { clock, pace } = depsOf(get)
  const threadId = thread?.id ?? createLocalThreadId()
  set(placeDraftAtom, threadId)
  set(threadIdFactAtom, thread?.id ?? null)
  set(titleFactAtom, thread?.title ?? null)
  const session = createThreadSession({
    cloud: identity.cloud,
    clock,
    pace,
    threadId,
    isNew: thread === null,
    onChange(change) {
      if (change.type !== 'failure') return set(takeFactAtom, change)
      const { during, error } = change
      set(reportFailureAtom, { during, error, isHostUser: identity.mode === 'token' })
    },
  })
  set(sessionBaseAtom, session)
  if (thread) await session.load()
})

import { atom } from 'jotai/vanilla'
import { createLocalThreadId } from '../../shared/ids.ts'
import type { ThreadSession } from '../engine/thread-session.ts'
import type { ToolRegistry } from '../engine/tools/create-tool-registry.ts'
import type { CreateToolRunner } from '../engine/tool-desk.ts'
import type { ThreadSummary } from '../cloud/cloud.ts'
import { depsOf } from './chat-deps.ts'
import { placeDraftAtom } from './drafts.ts'
import { reportFailureAtom } from './failures.ts'
import { identityAtom } from './identity.ts'
import { loadEngine } from './load-engine.ts'
import { forgetThreadAtom, takeFactAtom, threadIdFactAtom, titleFactAtom } from './thread-facts.ts'

/** The thread that is shown; `null` until one is opened. */
export const sessionBaseAtom = atom<ThreadSession | null>(null)

/** The frame's tools, as `createChatStore` gave them. */
export const sessionToolsAtom = atom<ToolRegistry | null>(null)

const startsAtom = atom(0)

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
  const start = get(startsAtom) + 1
  set(startsAtom, start)
  const { chooseTransport, createThreadSession } = await loadEngine()
  // Another thread, or another person, came meanwhile.
  if (get(startsAtom) !== start || get(identityAtom) !== identity) return
  const deps = depsOf(get)
  const { clock, pace, answers = { type: 'chat' }, isReadOnly = false, hasSpeech = false } = deps
  const { cloud } = identity
  const tools = get(sessionToolsAtom)
  const threadId = thread?.id ?? createLocalThreadId()
  set(placeDraftAtom, threadId)
  set(threadIdFactAtom, thread?.id ?? null)
  set(titleFactAtom, thread?.title ?? null)
  const session = createThreadSession({
    cloud,
    clock,
    pace,
    isReadOnly,
    hasSpeech,
    transport: chooseTransport(answers, { ...deps, cloud }),
    ...(tools
      ? {
          readContext: () => tools.modelContext(),
          createToolRunner: async (...[listeners]: Parameters<CreateToolRunner>) => {
            const { createToolRunner } = await import('../engine/tools/create-tool-runner.ts')
            return createToolRunner({ ...listeners, tools, clock })
          },
        }
      : {}),
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

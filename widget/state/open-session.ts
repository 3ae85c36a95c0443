import { atom } from 'jotai/vanilla'
import type { HostContext } from '../../shared/bridge/host-context.ts'
import type { ThreadChange } from '../engine/thread-change.ts'
import type { ThreadSession } from '../engine/thread-session.ts'
import type { ToolRegistry } from '../engine/tools/create-tool-registry.ts'
import type { SessionFacts } from './session-facts.ts'
import type { KeptSession } from './spare-sessions.ts'
import { forgetThreadAtom } from './thread-facts.ts'
import { threadRunsAtom } from './thread-list-facts.ts'

/** The thread that is shown; `null` until one is opened. */
export const sessionBaseAtom = atom<ThreadSession | null>(null)

/** What the host page adds to each message, whoever chats. */
export const hostContextAtom = atom<HostContext>({})
/** The frame's tools, as `createChatStore` gave them. */
export const sessionToolsAtom = atom<ToolRegistry | null>(null)

/** A thread that is shown, or that goes on while another one is. */
export interface OpenSession extends KeptSession {
  readonly session: ThreadSession
  readonly facts: SessionFacts
}

/** By slot; the one that was shown last comes last. */
export const openSessionsAtom = atom(() => new Map<string, OpenSession>())
/** Whose facts reach the screen. */
export const shownSlotIdAtom = atom<string | null>(null)

/** Hears what the sessions tell, of all threads. */
export const sessionListenerAtom = atom<{
  readonly tell: (slotId: string, change: ThreadChange) => void
} | null>(null)

/** An answer begins or ends there; `undefined`: nothing follows the thread any more. */
export const noteRunAtom = atom(
  null,
  (get, set, slotId: string, isRunning: boolean | undefined) => {
    const runs = new Map(get(threadRunsAtom))
    if (isRunning === undefined) runs.delete(slotId)
    else runs.set(slotId, isRunning)
    set(threadRunsAtom, runs)
  },
)

/** Lets a thread go. What the server makes of it goes on there. */
export const closeSlotAtom = atom(null, (get, set, slotId: string) => {
  const sessions = get(openSessionsAtom)
  const open = sessions.get(slotId)
  if (!open) return
  open.session.close()
  sessions.delete(slotId)
  set(noteRunAtom, slotId, undefined)
  if (get(sessionBaseAtom) !== open.session) return
  set(sessionBaseAtom, null)
  set(shownSlotIdAtom, null)
  set(forgetThreadAtom)
})

/** Lets all threads go: somebody else chats. */
export const closeSessionsAtom = atom(null, (get, set) => {
  for (const slotId of get(openSessionsAtom).keys()) set(closeSlotAtom, slotId)
  set(sessionListenerAtom, null)
  set(sessionBaseAtom, null)
  set(shownSlotIdAtom, null)
  set(forgetThreadAtom)
})

import { atom } from 'jotai/vanilla'
import { NO_CAPABILITIES, type Capabilities } from '../engine/capabilities.ts'
import type { HistoryState, OlderState, ThreadChange } from '../engine/thread-change.ts'
import type { HumanRequest } from '../engine/tool-answer.ts'
import { forgetBranchesAtom } from './branches.ts'
import { dropMessageSource, messageSourceAtom } from './message-atoms.ts'

// The widget's copy of what the open thread's session tells. Only `thread.ts` shows it.

const NONE: ReadonlySet<string> = new Set()

export const idsFactAtom = atom<readonly string[]>([])
export const runningFactAtom = atom(false)
export const reconnectingFactAtom = atom(false)
export const historyFactAtom = atom<HistoryState>('idle')
export const titleFactAtom = atom<string | null>(null)
export const unsentFactAtom = atom<ReadonlySet<string>>(NONE)
export const threadIdFactAtom = atom<string | null>(null)
export const capabilitiesFactAtom = atom<Capabilities>(NO_CAPABILITIES)
export const olderFactAtom = atom<OlderState>('none')
export const humanRequestsFactAtom = atom<readonly HumanRequest[]>([])
/** Every message that has an atom, the hidden branches' too. */
export const knownIdsAtom = atom(() => new Set<string>())

/** A failure is no fact of the thread: whoever opened the session reports it. */
export type ThreadFact = Exclude<ThreadChange, { type: 'failure' }>

/** Empties the screen. */
export const forgetThreadAtom = atom(null, (get, set) => {
  set(idsFactAtom, [])
  set(runningFactAtom, false)
  set(reconnectingFactAtom, false)
  set(historyFactAtom, 'idle')
  set(titleFactAtom, null)
  set(unsentFactAtom, NONE)
  set(threadIdFactAtom, null)
  set(capabilitiesFactAtom, NO_CAPABILITIES)
  set(olderFactAtom, 'none')
  set(humanRequestsFactAtom, [])
  set(forgetBranchesAtom)
  const known = get(knownIdsAtom)
  for (const id of known) {
    set(messageSourceAtom(id), undefined)
    dropMessageSource(id)
  }
  known.clear()
})

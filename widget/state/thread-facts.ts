import { atom } from 'jotai/vanilla'
import { NO_CAPABILITIES, type Capabilities } from '../engine/capabilities.ts'
import type { HistoryState, OlderState, ThreadChange } from '../engine/thread-change.ts'
import type { HumanRequest } from '../engine/tool-answer.ts'
import { forgetBranchesAtom, takeBranchesAtom } from './branches.ts'
import { nameDraftAtom, returnDraftAtom } from './drafts.ts'
import { dropMessageSource, messageSourceAtom } from './message-atoms.ts'

// The widget's copy of what the open thread's session tells. Only `thread.ts` shows it.

const NONE: ReadonlySet<string> = new Set()

export const idsFactAtom = atom<readonly string[]>([])
export const runningFactAtom = atom(false)
export const historyFactAtom = atom<HistoryState>('idle')
export const titleFactAtom = atom<string | null>(null)
export const unsentFactAtom = atom<ReadonlySet<string>>(NONE)
export const threadIdFactAtom = atom<string | null>(null)
export const capabilitiesFactAtom = atom<Capabilities>(NO_CAPABILITIES)
export const olderFactAtom = atom<OlderState>('none')
export const humanRequestsFactAtom = atom<readonly HumanRequest[]>([])
/** Every message that has an atom, the hidden branches' too. */
const knownIdsAtom = atom(() => new Set<string>())

/** A failure is no fact of the thread: whoever opened the session reports it. */
export type ThreadFact = Exclude<ThreadChange, { type: 'failure' }>

export const takeFactAtom = atom(null, (get, set, fact: ThreadFact) => {
  switch (fact.type) {
    case 'path':
      if (!isSameList(get(idsFactAtom), fact.ids)) set(idsFactAtom, fact.ids)
      return
    case 'message':
      get(knownIdsAtom).add(fact.message.id)
      set(messageSourceAtom(fact.message.id), fact.message)
      return
    case 'message-removed':
      get(knownIdsAtom).delete(fact.id)
      set(messageSourceAtom(fact.id), undefined)
      dropMessageSource(fact.id)
      return
    case 'run':
      return set(runningFactAtom, fact.isRunning)
    case 'history':
      return set(historyFactAtom, fact.state)
    case 'unsent':
      return set(unsentFactAtom, fact.ids)
    case 'thread':
      set(nameDraftAtom, fact.id)
      return set(threadIdFactAtom, fact.id)
    case 'branches':
      return set(takeBranchesAtom, fact)
    case 'capabilities':
      return set(capabilitiesFactAtom, fact.capabilities)
    case 'older':
      return set(olderFactAtom, fact.state)
    case 'human-requests':
      return set(humanRequestsFactAtom, fact.requests)
    case 'draft-returned':
      return set(returnDraftAtom, fact)
    default:
      return fact satisfies never
  }
})

/** Empties the screen. */
export const forgetThreadAtom = atom(null, (get, set) => {
  set(idsFactAtom, [])
  set(runningFactAtom, false)
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

function isSameList(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index])
}

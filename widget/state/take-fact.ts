import { atom } from 'jotai/vanilla'
import { takeBranchesAtom } from './branches.ts'
import { nameDraftAtom, returnDraftAtom } from './drafts.ts'
import { dropMessageSource, messageSourceAtom } from './message-atoms.ts'
import {
  capabilitiesFactAtom,
  historyFactAtom,
  humanRequestsFactAtom,
  idsFactAtom,
  knownIdsAtom,
  olderFactAtom,
  reconnectingFactAtom,
  runningFactAtom,
  threadIdFactAtom,
  unsentFactAtom,
  type ThreadFact,
} from './thread-facts.ts'

/** What the session of the shown thread tells reaches the screen. */
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
    case 'reconnecting':
      return set(reconnectingFactAtom, fact.isReconnecting)
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

function isSameList(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index])
}

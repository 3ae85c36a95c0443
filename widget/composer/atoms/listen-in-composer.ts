import { atom } from 'jotai/vanilla'
import { draftReturned, threadShown } from '../../conversation/atoms/conversation-events.ts'
import {
  addTraceAtom,
  personAsked,
  personLeaving,
  type PersonLeft,
} from '../../world/person-events.ts'
import {
  draftsAtom,
  forgetDraftsAtom,
  handDraftOverAtom,
  markDraftsAtom,
  placeDraftAtom,
  returnDraftAtom,
} from './drafts.ts'

/** Clears the drafts of the person who leaves, except for text that the next person has typed. */
const leaveDraftsAtom = atom(null, (_get, set, { person, isReplaced }: PersonLeft) => {
  if (person) set(isReplaced ? handDraftOverAtom : forgetDraftsAtom)
})

const hasDraftsAtom = atom((get) => get(draftsAtom).size > 0)

/** Reacts to changes of the user and the shown thread, and to messages that come back. */
export const listenInComposerAtom = atom(null, (_get, set) => {
  set(personAsked.listenAtom, markDraftsAtom)
  set(personLeaving.listenAtom, leaveDraftsAtom)
  set(addTraceAtom, hasDraftsAtom)
  set(threadShown.listenAtom, placeDraftAtom)
  set(draftReturned.listenAtom, returnDraftAtom)
})

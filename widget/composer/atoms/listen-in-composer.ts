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

/** Forgets the drafts of a person who goes, but for what the next one has put in. */
const leaveDraftsAtom = atom(null, (_get, set, { person, isReplaced }: PersonLeft) => {
  if (person) set(isReplaced ? handDraftOverAtom : forgetDraftsAtom)
})

const hasDraftsAtom = atom((get) => get(draftsAtom).size > 0)

/** Follows who chats, which thread is shown, and which messages come back. */
export const listenInComposerAtom = atom(null, (_get, set) => {
  set(personAsked.listenAtom, markDraftsAtom)
  set(personLeaving.listenAtom, leaveDraftsAtom)
  set(addTraceAtom, hasDraftsAtom)
  set(threadShown.listenAtom, placeDraftAtom)
  set(draftReturned.listenAtom, returnDraftAtom)
})

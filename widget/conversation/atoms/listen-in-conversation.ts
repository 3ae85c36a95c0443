import { atom } from 'jotai/vanilla'
import { depsOf } from '../../world/chat-deps.ts'
import { addTraceAtom, personLeft, type PersonLeft } from '../../world/person-events.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { closeConversationsAtom, shownConversationAtom } from './conversations.ts'
import { forgetThreadKeysAtom } from './thread-keys.ts'

/** Closes the conversations of a former person. */
const leaveConversationsAtom = atom(null, (get, set, { person }: PersonLeft) => {
  if (person) {
    const { base, openTabStorage } = depsOf(get)
    createChosenPaths(base, openTabStorage).remove()
    set(forgetThreadKeysAtom)
  }
  set(closeConversationsAtom)
})

const isThreadShownAtom = atom((get) => get(shownConversationAtom) !== null)

/** Listens to changes of the person. */
export const listenInConversationAtom = atom(null, (_get, set) => {
  set(personLeft.listenAtom, leaveConversationsAtom)
  set(addTraceAtom, isThreadShownAtom)
})

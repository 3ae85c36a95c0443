import { atom, type WritableAtom } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { closeConversationsAtom } from '../conversation/atoms/conversations.ts'
import { forgetThreadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { depsOf } from './chat-deps.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { disproveAtom } from './failures.ts'
import { identityAtom } from './identity.ts'
import { createOpenThreadRecord } from './open-thread-record.ts'
import { forgetOpeningAtom } from './session.ts'

/**
 * Nothing of the person who chats stays on the screen or under way.
 *
 * @param leaveDraftsAtom what becomes of all that is typed.
 */
export const leavePersonAtom = atom(
  null,
  (get, set, leaveDraftsAtom: WritableAtom<null, [], void>) => {
    const before = get(identityAtom)
    if (before) {
      // Ahead of the end, after which the device takes nothing of this person any more.
      set(leaveDraftsAtom)
      before.closing.abort(new AlcoveError('destroyed', 'Somebody else is chatting now.'))
      before.auth?.end()
      const { base, openTabStorage } = depsOf(get)
      createOpenThreadRecord(base, openTabStorage).remove()
      createChosenPaths(base, openTabStorage).remove()
    }
    set(closeConversationsAtom)
    set(forgetThreadsAtom)
    set(disproveAtom, 'person left')
    set(forgetOpeningAtom)
  },
)

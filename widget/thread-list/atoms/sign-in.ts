import { atom } from 'jotai/vanilla'
import { historyStateAtom, shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import { disproveAtom, reportFailureAtom } from '../../world/failures.ts'
import {
  askAgainAtom,
  identifyAtom,
  identityRequestAtom,
  isLockedOutAtom,
} from '../../world/identify.ts'
import { identityAtom, isHostUser } from '../../world/identity.ts'
import { isPersonRefusedAtom } from '../../world/person-naming.ts'
import { openLastThreadAtom } from './opening.ts'

/** Title of the failed sign-in. Without an earlier sign-in, no session has ended. */
export const authTitleAtom = atom((get) =>
  get(historyStateAtom) === 'ready' || get(isLockedOutAtom) ? 'auth.title' : 'auth.failed',
)

/** Tries to load the shown thread, or to open one, again. */
export const reloadThreadAtom = atom(null, async (get, set) => {
  if (get(isPersonRefusedAtom)) return set(askAgainAtom)
  const session = get(shownConversationAtom)
  await (session ? session.load() : set(openLastThreadAtom))
})

/** Asks the host page for another token. Draft and thread stay. */
export const signInAgainAtom = atom(null, async (get, set) => {
  const identity = get(identityAtom)
  const request = get(identityRequestAtom)
  if (get(isPersonRefusedAtom)) return set(askAgainAtom)
  set(disproveAtom, 'token asked for')
  if (!identity) return request ? set(identifyAtom, request).catch(() => {}) : undefined
  if (get(historyStateAtom) !== 'ready') return set(reloadThreadAtom)
  try {
    await identity.cloud.lastThread(identity.closing.signal)
  } catch (error) {
    if (get(identityAtom) !== identity) return
    set(reportFailureAtom, { during: 'send', error, isHostUser: isHostUser(identity) })
  }
})

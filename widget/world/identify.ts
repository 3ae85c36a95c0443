import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { askedOf, beginAtom, performAtom } from './ask-person.ts'
import { currentAuthErrorAtom, reportFailureAtom } from './failures.ts'
import {
  createIdentityAtom,
  identityAtom,
  setIdentityAtom,
  type Identity,
  type IdentityRequest,
} from './identity.ts'
import { hasTraceAtom } from './person-events.ts'
import { leavePersonAtom } from './leave-person.ts'
import { isPersonComingAtom, namingAtom } from './person-naming.ts'
import { noteSignedOutAtom } from './identified.ts'

const epochAtom = atom(Number.NEGATIVE_INFINITY)
/** Counts whom the page named. */
export const identityEpochAtom = atom((get) => get(epochAtom))
const requestBaseAtom = atom<IdentityRequest | null>(null)
/** As whom the page named the person; `null` after they signed out. */
export const identityRequestAtom = atom((get) => get(requestBaseAtom))

export const authErrorAtom = currentAuthErrorAtom
/** The person signed out in another tab. */
export const isLockedOutAtom = atom(
  (get) => get(identityAtom) === null && get(requestBaseAtom) !== null,
)

/**
 * Says who chats. While somebody does, the server is asked first whom the new credentials name: the same
 * person goes on, of another one nothing stays. A request of an older epoch is ignored. With a host token the
 * last thread is opened at once, which proves the token.
 *
 * @throws AlcoveError what the host's token was refused for; `authErrorAtom` holds it as well.
 */
export const identifyAtom = atom(null, (_get, set, request: IdentityRequest): Promise<void> => {
  const identified = set(takeRequestAtom, request)
  // The error is on the screen, also where the caller does not wait.
  identified.catch(() => {})
  return identified
})

const takeRequestAtom = atom(null, async (get, set, request: IdentityRequest) => {
  const before = get(identityAtom)
  if (request.epoch < get(epochAtom)) return
  set(epochAtom, request.epoch)
  const { mode } = request
  if (before?.mode === 'anonymous' && mode === 'anonymous')
    return set(performAtom, { type: 'same' })
  set(requestBaseAtom, request)
  // Where nothing was shown or typed, there is nothing to keep, and the server need not be asked twice.
  if (before?.auth && mode !== 'anonymous' && get(hasTraceAtom)) {
    const asked = set(makeIdentityAtom, request)
    if (asked.auth) return set(performAtom, { type: 'named', asked })
  }
  set(forgetPersonAtom)
  await set(beginAtom, set(makeIdentityAtom, request))
})

/** Without usable credentials nobody chats, and least of all the person before. */
const makeIdentityAtom = atom(null, (get, set, request: IdentityRequest): Identity => {
  try {
    return set(createIdentityAtom, request, get(identityAtom) === null)
  } catch (error) {
    set(forgetPersonAtom)
    set(setIdentityAtom, null)
    throw error
  }
})

/** The page names somebody, and its own side still reads whom: until then nothing is sent. */
export const announceIdentityAtom = atom(null, (get, set, epoch: number) => {
  if (epoch < get(epochAtom)) return
  if (!get(identityAtom)?.auth) return set(signOutAtom, epoch)
  set(epochAtom, epoch)
  void set(performAtom, { type: 'named', asked: null })
})

/** The page says that nobody chats from now on: whoever did is gone here and in other tabs. */
export const signOutAtom = atom(null, (get, set, epoch: number = get(epochAtom)) => {
  if (epoch < get(epochAtom)) return
  set(epochAtom, epoch)
  set(requestBaseAtom, null)
  set(forgetPersonAtom)
  set(setIdentityAtom, null)
  set(noteSignedOutAtom)
})

/** The person signed out in another tab: until somebody signs in again, this one shows nobody's chat. */
export const lockOutAtom = atom(null, (get, set, identity: Identity) => {
  if (get(identityAtom) !== identity) return
  // The page has named the next person, whom the other tab knows already.
  if (get(isPersonComingAtom) && askedOf(get(namingAtom))) {
    set(performAtom, { type: 'other' }).catch(() => {})
    return
  }
  set(forgetPersonAtom)
  set(setIdentityAtom, null)
  const error = new AlcoveError('auth_failed', 'The session was ended in another tab.')
  set(reportFailureAtom, { during: 'history', error, isHostUser: true })
})

/** Nothing of the person who chats stays on the screen or under way. */
export const forgetPersonAtom = atom(null, (_get, set) => {
  void set(performAtom, { type: 'left' })
  set(leavePersonAtom, { isReplaced: false })
})

/** Asks once more about the person whom the page named. */
export const askAgainAtom = atom(null, (get, set) => {
  const asked = askedOf(get(namingAtom))
  return set(performAtom, { type: 'named', asked }).catch(() => {})
})

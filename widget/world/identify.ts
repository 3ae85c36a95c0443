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
/** Number of the page's last naming; a lower one is ignored. */
export const identityEpochAtom = atom((get) => get(epochAtom))
const requestBaseAtom = atom<IdentityRequest | null>(null)
/** The identity that the page named last; `null` after a sign-out. */
export const identityRequestAtom = atom((get) => get(requestBaseAtom))

export const authErrorAtom = currentAuthErrorAtom
/** True if the person signed out in another tab. */
export const isLockedOutAtom = atom(
  (get) => get(identityAtom) === null && get(requestBaseAtom) !== null,
)

/**
 * Changes the current person. If a person already chats, the server is asked first whom the new credentials name:
 * the same person continues, and all data of another one goes. A request of an older epoch is ignored. With a
 * host token the last thread is opened at once, which proves the token.
 *
 * @throws AlcoveError the refusal of the host's token, also in `authErrorAtom`.
 */
export const identifyAtom = atom(null, (_get, set, request: IdentityRequest): Promise<void> => {
  const identified = set(takeRequestAtom, request)
  // The error is on the screen, also if the caller does not wait.
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
  // If nothing was shown or typed, there is nothing to keep, and the server need not be asked twice.
  if (before?.auth && mode !== 'anonymous' && get(hasTraceAtom)) {
    const asked = set(makeIdentityAtom, request)
    if (asked.auth) return set(performAtom, { type: 'named', asked })
  }
  set(forgetPersonAtom)
  await set(beginAtom, set(makeIdentityAtom, request))
})

/** Makes an identity. With unusable credentials, the former person goes as well. */
const makeIdentityAtom = atom(null, (get, set, request: IdentityRequest): Identity => {
  try {
    return set(createIdentityAtom, request, get(identityAtom) === null)
  } catch (error) {
    set(forgetPersonAtom)
    set(setIdentityAtom, null)
    throw error
  }
})

/** The page has announced a person whom it still looks up. Until then nothing is sent. */
export const announceIdentityAtom = atom(null, (get, set, epoch: number) => {
  if (epoch < get(epochAtom)) return
  if (!get(identityAtom)?.auth) return set(signOutAtom, epoch)
  set(epochAtom, epoch)
  void set(performAtom, { type: 'named', asked: null })
})

/** The page has signed out: the current person's data goes here and in other tabs. */
export const signOutAtom = atom(null, (get, set, epoch: number = get(epochAtom)) => {
  if (epoch < get(epochAtom)) return
  set(epochAtom, epoch)
  set(requestBaseAtom, null)
  set(forgetPersonAtom)
  set(setIdentityAtom, null)
  set(noteSignedOutAtom)
})

/** The page answered that no user is signed in: as before it names one. */
export const unnameAtom = atom(null, (_get, set) => {
  set(requestBaseAtom, null)
  set(setIdentityAtom, null)
  set(noteSignedOutAtom)
})

/** The person signed out in another tab: until the next sign-in, this one shows no chat. */
export const lockOutAtom = atom(null, (get, set, identity: Identity) => {
  if (get(identityAtom) !== identity) return
  // The page has already named the next person, as in the other tab.
  if (get(isPersonComingAtom) && askedOf(get(namingAtom))) {
    set(performAtom, { type: 'other' }).catch(() => {})
    return
  }
  set(forgetPersonAtom)
  set(setIdentityAtom, null)
  const error = new AlcoveError('auth_failed', 'The session was ended in another tab.')
  set(reportFailureAtom, { during: 'history', error, isHostUser: true })
})

/** Removes the current person's data from the screen and aborts pending work. */
export const forgetPersonAtom = atom(null, (_get, set) => {
  void set(performAtom, { type: 'left' })
  set(leavePersonAtom, { isReplaced: false })
})

/** Asks the server again about the person whom the page named. */
export const askAgainAtom = atom(null, (get, set) => {
  const asked = askedOf(get(namingAtom))
  return set(performAtom, { type: 'named', asked }).catch(() => {})
})

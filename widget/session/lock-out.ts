import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { reportFailureAtom } from '../world/failures.ts'
import { identityAtom, setIdentityAtom, type Identity } from '../world/identity.ts'
import { forgetPersonAtom } from './session.ts'

/** The person signed out in another tab: until somebody signs in again, this one shows nobody's chat. */
export const lockOutAtom = atom(null, (get, set, identity: Identity) => {
  if (get(identityAtom) !== identity) return
  set(forgetPersonAtom)
  set(setIdentityAtom, null)
  const error = new AlcoveError('auth_failed', 'The session was ended in another tab.')
  set(reportFailureAtom, { during: 'history', error, isHostUser: true })
})

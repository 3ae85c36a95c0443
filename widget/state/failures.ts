import { atom } from 'jotai/vanilla'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { serializeError, type SerializedError } from '../../shared/errors.ts'
import type { FailedAction } from '../conversation/thread-log.ts'
import { depsOf } from './chat-deps.ts'

/** How many failures are kept for the screen; older ones go. */
export const NOTICES_MAX = 20

/** Something that went wrong and that no message on the screen shows by itself. */
export interface Notice {
  readonly id: number
  readonly during: FailedAction
  readonly error: SerializedError
}

const noticesBaseAtom = atom<readonly Notice[]>([])
const authErrorBaseAtom = atom<SerializedError | null>(null)
const noticeCountAtom = atom(0)

export const noticesAtom = atom((get) => get(noticesBaseAtom))
/** Why the host page's user is not known; nothing can be sent until then. */
export const currentAuthErrorAtom = atom((get) => get(authErrorBaseAtom))

const AUTH_CODES: readonly string[] = [
  'auth_failed',
  'token_missing',
  'token_malformed',
  'token_expired',
  'token_rejected',
  'clock_skew',
]
const REPORTS: Record<FailedAction, string> = {
  history: ERROR_TEXTS.historyNotLoaded,
  send: 'Failed to send the message:',
  reload: 'Failed to make the answer again:',
  stop: 'Failed to stop the answer:',
  save: 'Failed to save the message:',
  feedback: 'Failed to save the feedback:',
  tool: 'A tool of the page failed:',
  gone: 'The conversation could not go on:',
}

export interface Failure {
  readonly during: FailedAction
  readonly error: unknown
  /** Whether the host page could help: only it can give another token. */
  readonly isHostUser: boolean
}

export const reportFailureAtom = atom(null, (get, set, failure: Failure) => {
  const error = serializeError(failure.error)
  // Cause and remedy; where the code ran is of use for a fault of ours alone.
  const told = error.code === 'internal' ? failure.error : error
  depsOf(get).report(REPORTS[failure.during], told)
  if (failure.isHostUser && AUTH_CODES.includes(error.code)) set(authErrorBaseAtom, error)
  const id = get(noticeCountAtom) + 1
  set(noticeCountAtom, id)
  const notice: Notice = { id, during: failure.during, error }
  set(noticesBaseAtom, [...get(noticesBaseAtom), notice].slice(-NOTICES_MAX))
})

export const clearAuthErrorAtom = atom(null, (_get, set) => set(authErrorBaseAtom, null))

export const forgetFailuresAtom = atom(null, (_get, set) => {
  set(authErrorBaseAtom, null)
  set(noticesBaseAtom, [])
})

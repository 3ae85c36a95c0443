import { atom } from 'jotai/vanilla'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { serializeError } from '../../shared/errors.ts'
import type { Fetch } from '../api/call.ts'
import type { FailedAction } from './failed-action.ts'
import { depsOf } from './chat-deps.ts'
import {
  disprove,
  isBlocking,
  NO_FAILURES,
  raiseFact,
  raiseRefusal,
  type Disproof,
  type Fact,
  type Failure,
  type FailureType,
  type Refusal,
} from './failure-table.ts'

/** A refusal that no answer has disproved yet. */
export type Notice = Extract<Failure, Refusal>

const failuresBaseAtom = atom(NO_FAILURES)

/** Standing failures, oldest first. */
export const failuresAtom = atom((get) => get(failuresBaseAtom).standing)
export const noticesAtom = atom((get) =>
  get(failuresAtom).filter((failure): failure is Notice => 'during' in failure),
)
/** Reason why the host page's user is not known. Nothing can be sent until then. */
export const currentAuthErrorAtom = atom(
  (get) => get(noticesAtom).findLast(({ type }) => type === 'session')?.error ?? null,
)
/** True if a failure blocks sending. */
export const isFailureBlockingAtom = atom((get) => get(failuresAtom).some(isBlocking))
export const hasFailure = (type: FailureType) =>
  atom((get) => get(failuresAtom).some((failure) => failure.type === type))

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

/** A refusal whose error is not serialized yet. */
export type ReportedFailure = Omit<Refusal, 'error'> & { readonly error: unknown }

export const reportFailureAtom = atom(null, (get, set, failure: ReportedFailure) => {
  const error = serializeError(failure.error)
  // Report cause and remedy. A stack is of use only for our own faults.
  const told = error.code === 'internal' ? failure.error : error
  depsOf(get).report(REPORTS[failure.during], told)
  set(failuresBaseAtom, raiseRefusal(get(failuresBaseAtom), { ...failure, error }))
})

export const noteFactAtom = atom(null, (get, set, fact: Fact) =>
  set(failuresBaseAtom, raiseFact(get(failuresBaseAtom), fact)),
)

/** @param since number of failures when the disproving call began. Default: all. */
export const disproveAtom = atom(null, (get, set, disproof: Disproof, since?: number) =>
  set(failuresBaseAtom, disprove(get(failuresBaseAtom), disproof, since)),
)

const countAtom = atom((get) => get(failuresBaseAtom).count)

/** Wraps `fetch` for one person, until the signal aborts. Answered calls disprove failures. */
export const watchCallsAtom = atom(
  null,
  (get, set, fetch: Fetch, signal: AbortSignal): Fetch =>
    async (url, init) => {
      const since = get(countAtom)
      // Limit: CALL_TIMEOUT_MS and the like, by the signal that `call` is given: "gives up a task at its limit and
      // not before, also one that ignores the signal".
      const response = await fetch(url, init)
      const hasToken = new Headers(init.headers).has('Authorization')
      if (response.ok && hasToken && !signal.aborted) set(disproveAtom, 'call answered', since)
      return response
    },
)

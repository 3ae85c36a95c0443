import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import { identityAtom, type Identity } from '../world/identity.ts'
import { isPersonComingAtom } from '../world/person-naming.ts'

/** A command of the page, with the arguments from the page. */
export type Command = (
  store: Store,
  call: PageCall,
  ...args: readonly JsonValue[]
) => Promise<JsonValue>

/**
 * A call of the page. Valid for the user who is current when it begins, or who is named first, and while the page
 * waits.
 */
export interface PageCall {
  /**
   * Limits a wait to the call. @throws AlcoveError `destroyed` when another user takes over; the signal's reason.
   */
  within<Result>(waiting: Promise<Result>): Promise<Result>
  /** Returns a signal that aborts when the page stops waiting, or another user takes over. */
  ending(): AbortSignal
}

export function createPageCall({ get }: Store, signal: AbortSignal): PageCall {
  // While the server is asked for the user, the call is for the user whom it will name.
  let identity: Identity | null = get(isPersonComingAtom) ? null : get(identityAtom)

  return {
    async within(waiting) {
      const result = await waiting
      signal.throwIfAborted()
      identity ??= get(identityAtom)
      if (identity === get(identityAtom)) return result
      throw new AlcoveError('destroyed', 'The user has changed.')
    },
    ending: () => (identity ? AbortSignal.any([signal, identity.closing.signal]) : signal),
  }
}

export function readId(command: string, given: unknown): string {
  if (typeof given === 'string' && given !== '') return given
  throw invalid(`${command}: expected the id of a conversation`)
}

export const invalid = (message: string): AlcoveError => new AlcoveError('invalid_request', message)

import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import { identityAtom, type Identity } from '../world/identity.ts'
import { isPersonComingAtom } from '../world/person-naming.ts'

/** What goes by a name, with what the page gave it. */
export type Command = (
  store: Store,
  call: PageCall,
  ...args: readonly JsonValue[]
) => Promise<JsonValue>

/** One call of the page: for whoever chats when it begins, or is named first, and as long as the page waits. */
export interface PageCall {
  /** What is waited for. @throws AlcoveError `destroyed` when somebody else chats then; the signal's reason. */
  within<Result>(waiting: Promise<Result>): Promise<Result>
  /** Aborts when the page does not wait any more, or somebody else chats. */
  ending(): AbortSignal
}

export function createPageCall({ get }: Store, signal: AbortSignal): PageCall {
  // While the server is asked who chats, the call is for the person whom it will name.
  let identity: Identity | null = get(isPersonComingAtom) ? null : get(identityAtom)

  return {
    async within(waiting) {
      const result = await waiting
      signal.throwIfAborted()
      identity ??= get(identityAtom)
      if (identity === get(identityAtom)) return result
      throw new AlcoveError('destroyed', 'Somebody else is chatting now.')
    },
    ending: () => (identity ? AbortSignal.any([signal, identity.closing.signal]) : signal),
  }
}

export function readId(command: string, given: unknown): string {
  if (typeof given === 'string' && given !== '') return given
  throw invalid(`${command}: expected the id of a conversation`)
}

export const invalid = (message: string): AlcoveError => new AlcoveError('invalid_request', message)

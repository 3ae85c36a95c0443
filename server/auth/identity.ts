import { randomId } from '../../shared/ids.ts'
import type { Scope } from '../store/store.ts'

/**
 * Who calls, proved by a token or a key: all that a request may touch follows from it.
 * - `anonymous`: a visitor without a name, known by a token of ours only;
 * - `host`: a user whom the host's own server named, by a token or with a secret key;
 * - `claimed`: a user whom a page named, with a browser's key: nobody vouches for the name, so it
 *   lives in a namespace of that key.
 */
export interface Identity extends Scope {
  readonly kind: 'anonymous' | 'host' | 'claimed'
  /** The call came with a server's API key: it may act for the whole project. */
  readonly isServer?: boolean
}

/** Exists from the start; its base is the service's own origin, or `/p/default`. */
export const DEFAULT_PROJECT = 'default'

/** User ids that only this service gives out: a host's token that claims one is refused. */
export const ANONYMOUS_PREFIX = 'usr_anon_'
const ANONYMOUS_ID_LENGTH = 24

/** Longest user or workspace id, in UTF-16 units. */
export const SUBJECT_MAX = 255

/** Begins the ids of users whom a browser's key claims; what follows is the key's own id. */
export const CLAIMED_PREFIX = 'usr_key_'

/** Ids that no host's token may claim. */
export const isReservedId = (id: string): boolean =>
  isAnonymousId(id) || id.startsWith(CLAIMED_PREFIX)

export const isAnonymousId = (id: string): boolean => id.startsWith(ANONYMOUS_PREFIX)

/** A visitor without a name: a workspace of their own. */
export function createAnonymousIdentity(projectId: string): Identity {
  return anonymousIdentity(projectId, ANONYMOUS_PREFIX + randomId(ANONYMOUS_ID_LENGTH))
}

export function anonymousIdentity(projectId: string, userId: string): Identity {
  return { projectId, workspaceId: userId, userId, kind: 'anonymous' }
}

import { randomId } from '../../shared/ids.ts'
import type { Scope } from '../store/store.ts'

/** Who calls, proved by a token: all that a request may touch follows from it. */
export interface Identity extends Scope {
  readonly kind: 'anonymous' | 'host'
}

/** The only project so far; its base is the service's own origin, or `/p/default`. */
export const DEFAULT_PROJECT = 'default'

/** User ids that only this service gives out: a host's token that claims one is refused. */
export const ANONYMOUS_PREFIX = 'usr_anon_'
const ANONYMOUS_ID_LENGTH = 24

/** Longest user or workspace id, in UTF-16 units. */
export const SUBJECT_MAX = 255

export const isAnonymousId = (id: string): boolean => id.startsWith(ANONYMOUS_PREFIX)

/** A visitor without a name: a workspace of their own. */
export function createAnonymousIdentity(projectId: string): Identity {
  return anonymousIdentity(projectId, ANONYMOUS_PREFIX + randomId(ANONYMOUS_ID_LENGTH))
}

export function anonymousIdentity(projectId: string, userId: string): Identity {
  return { projectId, workspaceId: userId, userId, kind: 'anonymous' }
}

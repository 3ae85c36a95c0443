import * as v from 'valibot'
import { randomId } from '../../shared/ids.ts'
import type { Scope } from '../store/store.ts'

export { DEFAULT_PROJECT } from '../projects/project.ts'

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
  /** Whom limits count, where that is not the user: see {@link withCounter}. */
  readonly countedAs?: string
  /** Where the call came from: what visitors cost is counted for it. */
  readonly address?: string
}

/** User ids that only this service gives out: a host's token that claims one is refused. */
export const ANONYMOUS_PREFIX = 'usr_anon_'
const ANONYMOUS_ID_LENGTH = 24

/** Begins the ids of users whom a browser's key claims; what follows is the key's own id. */
export const CLAIMED_PREFIX = 'usr_key_'

/** The project's own server, when it does not say for whom it calls. */
export const SYSTEM_USER = '__SYSTEM__'

/** Longest user or workspace id, in UTF-16 units. */
export const SUBJECT_MAX = 255
/** Ids end up in rows, logs and rate-limit keys: no white space, no control or format characters. */
const SUBJECT_PATTERN = /^[^\s\p{Cc}\p{Cf}\p{Cs}]+$/u

/** A user or workspace id, as a token or a header claims it. */
export const subjectSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(SUBJECT_MAX),
  v.regex(SUBJECT_PATTERN),
)

export const isAnonymousId = (id: string): boolean => id.startsWith(ANONYMOUS_PREFIX)

/** Ids that this service gives out: nobody may claim one, not even a project's own server. */
export const isReservedId = (id: string): boolean =>
  isAnonymousId(id) || id.startsWith(CLAIMED_PREFIX)

/** A visitor without a name: a workspace of their own. */
export function createAnonymousIdentity(projectId: string): Identity {
  return anonymousIdentity(projectId, ANONYMOUS_PREFIX + randomId(ANONYMOUS_ID_LENGTH))
}

export function anonymousIdentity(projectId: string, userId: string): Identity {
  return { projectId, workspaceId: userId, userId, kind: 'anonymous' }
}

/**
 * Names are free for whoever has a browser's key: what they use up is counted for the key and the
 * address, not for each name anew.
 */
export function withCounter(identity: Identity, address: string): Identity {
  if (identity.kind !== 'claimed') return { ...identity, address }
  const end = identity.userId.indexOf('_', CLAIMED_PREFIX.length)
  return { ...identity, address, countedAs: `${identity.userId.slice(0, end)} ${address}` }
}

/**
 * A user whom a browser's key claims. Key ids are letters and digits only, so that no user of one
 * key can have the id of another key's user.
 */
export function claimedIdentity(
  projectId: string,
  keyId: string,
  claim: { readonly userId: string; readonly workspaceId: string },
): Identity {
  const space = `${CLAIMED_PREFIX}${keyId}_`
  return {
    projectId,
    workspaceId: space + claim.workspaceId,
    userId: space + claim.userId,
    kind: 'claimed',
  }
}

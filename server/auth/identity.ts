import * as v from 'valibot'
import { randomId } from '../../shared/ids.ts'
import type { Scope } from '../store/store.ts'

export { DEFAULT_PROJECT } from '../projects/project.ts'

/**
 * The caller, proven by a token or a key. All rights of a request follow from it.
 * - `anonymous`: a visitor without a name, known only by a token of ours;
 * - `host`: a user whom the host's own server named, by a token or with a secret key;
 * - `claimed`: a user whom a page named, with a browser's key. No server vouches for the name, so it belongs
 *   to a namespace of that key.
 */
export interface Identity extends Scope {
  readonly kind: 'anonymous' | 'host' | 'claimed'
  /** True if the call has a server's API key, which may act for the whole project. */
  readonly isServer?: boolean
  /** Subject of limits, if it is not the user: see {@link withCounter}. */
  readonly countedAs?: string
  /** Address of the call, by which the costs of visitors are counted. */
  readonly address?: string
}

/** Prefix of user ids that only this service issues: a host's token that claims one is refused. */
export const ANONYMOUS_PREFIX = 'usr_anon_'
const ANONYMOUS_ID_LENGTH = 24

/** Prefix of the ids of users whom a browser's key claims; the key's id follows. */
export const CLAIMED_PREFIX = 'usr_key_'

/** The project's own server, if it does not name a user. */
export const SYSTEM_USER = '__SYSTEM__'

/** Maximum length of a user or workspace id, in UTF-16 units. */
export const SUBJECT_MAX = 255
/** Ids are used in rows, logs and rate-limit keys: no white space, no control or format characters. */
const SUBJECT_PATTERN = /^[^\s\p{Cc}\p{Cf}\p{Cs}]+$/u

/** A user or workspace id, as a token or a header claims it. */
export const subjectSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(SUBJECT_MAX),
  v.regex(SUBJECT_PATTERN),
)

export const isAnonymousId = (id: string): boolean => id.startsWith(ANONYMOUS_PREFIX)

/** True for ids that this service issues: no caller may claim one, not even a project's own server. */
export const isReservedId = (id: string): boolean =>
  isAnonymousId(id) || id.startsWith(CLAIMED_PREFIX)

/** A visitor without a name, with a workspace of their own. */
export function createAnonymousIdentity(projectId: string): Identity {
  return anonymousIdentity(projectId, ANONYMOUS_PREFIX + randomId(ANONYMOUS_ID_LENGTH))
}

export function anonymousIdentity(projectId: string, userId: string): Identity {
  return { projectId, workspaceId: userId, userId, kind: 'anonymous' }
}

/**
 * A browser's key can claim any number of names, so usage is counted for the key and the address instead of
 * the name.
 */
export function withCounter(identity: Identity, address: string): Identity {
  if (identity.kind !== 'claimed') return { ...identity, address }
  const end = identity.userId.indexOf('_', CLAIMED_PREFIX.length)
  return { ...identity, address, countedAs: `${identity.userId.slice(0, end)} ${address}` }
}

/**
 * A user whom a browser's key claims. Key ids have only letters and digits, so that users of two keys never
 * share an id.
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

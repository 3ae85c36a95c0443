import { decodeJwt } from 'jose'
import * as v from 'valibot'
import { OWN_ISSUER } from '../projects/auth-rule-schema.ts'
import type { Project } from '../projects/project.ts'
import type { ApiKeyRow } from '../store/store.ts'
import type { AccessTokens } from './access-token.ts'
import { isServerKey, looksLikeApiKey, type ApiKeys } from './api-keys.ts'
import { createAuthError, type AuthRefusal } from './auth-errors.ts'
import type { HostTokens } from './host-token.ts'
import {
  claimedIdentity,
  isReservedId,
  SUBJECT_MAX,
  subjectSchema,
  SYSTEM_USER,
  type Identity,
} from './identity.ts'

const SCHEME = 'Bearer '
/** Several headers come as one, with commas between them. No token holds one; other schemes may. */
const SEVERAL_PATTERN = /^Bearer .*,|,\s*Bearer /
/** Longest `Authorization` header that is looked at, in characters. */
export const AUTHORIZATION_MAX = 8192

/** The headers of a call that say who calls; undefined: it has no such header. */
export interface Credentials extends KeyClaim {
  readonly authorization: string | undefined
  /** `Origin` and `Sec-Fetch-Site`: browsers send one of them, servers neither. */
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

export interface Authentication {
  readonly identity: Identity
  /**
   * A token of ours in place of the host's, for the answer's `Authorization` header: cheap to check,
   * and it never outlives the host's.
   */
  readonly exchanged?: string
}

/** What of a project decides who is let in. */
export type Gate = Pick<Project, 'id' | 'auth' | 'anonymous'>

/** Turns the headers of a call into who calls. */
export interface Authenticator {
  /**
   * @throws AlcoveError `token_missing`, `invalid_request` (more than one), `token_malformed`, `token_expired`, `token_rejected`,
   * `auth_failed` (a token that is not valid yet), `forbidden` (a visitor without a name where none
   * is let in), `unavailable` (an issuer's keys cannot be fetched).
   */
  authenticate(project: Gate, credentials: Credentials): Promise<Authentication>
  /**
   * A short token of ours for this user.
   *
   * @throws AlcoveError `forbidden` for a user whom only a browser's key claims.
   */
  mint(identity: Identity): Promise<string>
}

export interface AuthenticatorParts {
  readonly accessTokens: AccessTokens
  readonly hostTokens: HostTokens
  readonly apiKeys: ApiKeys
}

export function createAuthenticator({
  accessTokens,
  hostTokens,
  apiKeys,
}: AuthenticatorParts): Authenticator {
  async function authenticate(project: Gate, credentials: Credentials): Promise<Authentication> {
    const value = readBearer(credentials.authorization)
    if (looksLikeApiKey(value)) return { identity: await readKey(value, project, credentials) }
    if (!value.includes('.')) throw createAuthError('value')
    // Only chooses who checks: each checker has its own key and proves the issuer itself.
    if (claimedIssuer(value) !== OWN_ISSUER) return exchange(value, project)
    const identity = await accessTokens.verify(value, project.id)
    if (identity.kind === 'anonymous' && !project.anonymous) throw createAuthError('anonymous')
    return { identity }
  }

  async function exchange(token: string, project: Gate): Promise<Authentication> {
    const { identity, expiresAt } = await hostTokens.verify(token, project)
    const exchanged = await accessTokens.sign(identity, expiresAt)
    return exchanged === undefined ? { identity } : { identity, exchanged }
  }

  async function readKey(key: string, { id }: Gate, credentials: Credentials): Promise<Identity> {
    const isBrowser = credentials.origin !== undefined || credentials.fetchSite !== undefined
    if (isServerKey(key) && isBrowser) throw createAuthError('keyInBrowser')
    return keyIdentity(await apiKeys.verify(key, id), credentials)
  }

  return { authenticate, mint: (identity) => accessTokens.sign(identity) }
}

function readBearer(authorization: string | undefined): string {
  if (authorization === undefined) throw createAuthError('missing')
  if (SEVERAL_PATTERN.test(authorization)) throw createAuthError('several')
  if (authorization.length > AUTHORIZATION_MAX) throw createAuthError('malformed')
  if (!authorization.startsWith(SCHEME)) throw createAuthError('scheme')
  return authorization.slice(SCHEME.length)
}

function claimedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    throw createAuthError('malformed')
  }
}

/** Whom an API key says that it speaks for. */
export interface KeyClaim {
  /** `Aui-User-Id`; undefined: the project's own server. */
  readonly userId: string | undefined
  /** `Aui-Workspace-Id`; undefined: the user's own. */
  readonly workspaceId: string | undefined
}

/**
 * Who calls with a key. With a secret key the headers are proof, since the project's own server wrote
 * them; not for visitors without a name, though: only their tokens speak for them, and what a server
 * needs of their conversations is in the calls over the whole project.
 *
 * @throws AlcoveError `token_rejected`, naming the header.
 */
function keyIdentity({ id, projectId, scope }: ApiKeyRow, claim: KeyClaim): Identity {
  const userId = readId(claim.userId ?? SYSTEM_USER, 'userHeader')
  const workspaceId = readId(claim.workspaceId ?? userId, 'workspaceHeader')
  switch (scope) {
    case 'server':
      return { projectId, workspaceId, userId, kind: 'host', isServer: true }
    case 'browser': {
      const identity = claimedIdentity(projectId, id, { userId, workspaceId })
      if (identity.userId.length > SUBJECT_MAX) throw createAuthError('userHeader', LENGTH_HINT)
      if (identity.workspaceId.length > SUBJECT_MAX) {
        throw createAuthError('workspaceHeader', LENGTH_HINT)
      }
      return identity
    }
    default:
      return scope satisfies never
  }
}

function readId(id: string, refusal: AuthRefusal): string {
  if (!v.is(subjectSchema, id)) throw createAuthError(refusal, SHAPE_HINT)
  if (isReservedId(id)) throw createAuthError(refusal, RESERVED_HINT)
  return id
}

const SHAPE_HINT = 'Expected 1 to 255 characters without white space and control characters.'
const RESERVED_HINT = 'Ids that begin with usr_anon_ or usr_key_ are given out by this server only.'
const LENGTH_HINT =
  'With a browser key an id may have 230 characters: the key’s own id comes first.'

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
/** Several headers arrive as one, separated by commas. Tokens contain no comma; other schemes may. */
const SEVERAL_PATTERN = /^Bearer .*,|,\s*Bearer /
/** Maximum length of an `Authorization` header, in characters; longer ones are refused unread. */
export const AUTHORIZATION_MAX = 8192

/** The headers of a call that authenticate its caller; undefined: the header is missing. */
export interface Credentials extends KeyClaim {
  readonly authorization: string | undefined
  /** `Origin` and `Sec-Fetch-Site`: browsers send one of them, servers neither. */
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

export interface Authentication {
  readonly identity: Identity
  /**
   * A token of ours in exchange for the host's, for the answer's `Authorization` header: cheap to verify, and
   * never valid longer than the host's.
   */
  readonly exchanged?: string
}

/** The fields of a project that decide who is admitted. */
export type Gate = Pick<Project, 'id' | 'auth' | 'anonymous'>

/** Authenticates callers by the headers of their calls. */
export interface Authenticator {
  /**
   * @throws AlcoveError `token_missing`, `invalid_request` (more than one), `token_malformed`,
   * `token_expired`, `token_rejected`, `auth_failed` (a token that is not valid yet), `forbidden` (a visitor
   * without a name in a project that admits none), `unavailable` (an issuer's keys cannot be fetched).
   */
  authenticate(project: Gate, credentials: Credentials): Promise<Authentication>
  /**
   * Issues a short-lived token of ours for this user.
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
    // The unproven issuer only selects the verifier: each has its own key and verifies the issuer itself.
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

/** The user for whom an API key claims to act. */
export interface KeyClaim {
  /** `Aui-User-Id`; undefined: the project's own server. */
  readonly userId: string | undefined
  /** `Aui-Workspace-Id`; undefined: the user's own workspace. */
  readonly workspaceId: string | undefined
}

/**
 * The identity of a call with a key. With a secret key the headers are proof, since the project's own server
 * wrote them. Visitors without a name are excluded: only their own tokens act for them, and the calls over
 * the whole project give a server all it needs of their conversations.
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

import { SignJWT, type JWTPayload } from 'jose'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { OWN_ISSUER } from '../projects/auth-rule-schema.ts'
import { createAuthError } from './auth-errors.ts'
import {
  anonymousIdentity,
  isAnonymousId,
  isReservedId,
  subjectSchema,
  type Identity,
} from './identity.ts'
import { deriveKey } from './secret.ts'
import {
  CLOCK_LEEWAY_SECONDS,
  proveJwt,
  readJwt,
  SECRET_ALGORITHM,
  timeClaim,
} from './verify-jwt.ts'

export const ACCESS_TOKEN_LIFE_SECONDS = 900
/** Marks the token's use in its header, so that none of our other tokens passes for an access token. */
const ACCESS_TOKEN_TYPE = 'alcove-access+jwt'
/** A verifier whose clock is behind must not refuse a fresh token. */
const NOT_BEFORE_MARGIN_SECONDS = 10

/** Maximum of tokens whose proof is cached; a browser sends the same one for a quarter of an hour. */
export const PROVEN_TOKENS_MAX = 2_000

const claimsSchema = v.strictObject({
  project_id: subjectSchema,
  workspace_id: subjectSchema,
  sub: subjectSchema,
  iss: v.literal(OWN_ISSUER),
  iat: timeClaim,
  nbf: timeClaim,
  exp: timeClaim,
})

/** Tokens of this service: for visitors without a name, and for users whom a host's server named. */
export interface AccessTokens {
  /**
   * Issues a token for {@link ACCESS_TOKEN_LIFE_SECONDS}, or until `expiresAt` (seconds since 1970) if that
   * is sooner. Undefined if that time has passed.
   *
   * @throws AlcoveError `forbidden` for a user whom only a browser's key claims.
   */
  sign(identity: Identity, expiresAt: number): Promise<string | undefined>
  sign(identity: Identity): Promise<string>
  /** @throws AlcoveError `token_rejected`, `token_expired`, `clock_skew`. */
  verify(token: string, projectId: string): Promise<Identity>
}

export interface AccessTokenSettings {
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createAccessTokens({ secret, now }: AccessTokenSettings): AccessTokens {
  const key = deriveKey(secret, 'access-token')
  /** Claims of proven tokens, the most recently proven last. */
  const proven = new Map<string, JWTPayload>()

  async function prove(token: string): Promise<JWTPayload | undefined> {
    readJwt(token, { algorithms: [SECRET_ALGORITHM], types: [ACCESS_TOKEN_TYPE] })
    const payload = await proveJwt(token, { key, algorithm: SECRET_ALGORITHM, now: now() })
    if (!payload) return undefined
    const [oldest] = proven.keys()
    if (oldest !== undefined && proven.size >= PROVEN_TOKENS_MAX) proven.delete(oldest)
    proven.set(token, payload)
    return payload
  }

  function sign(identity: Identity): Promise<string>
  function sign(identity: Identity, expiresAt: number): Promise<string | undefined>
  async function sign(identity: Identity, expiresAt = Number.POSITIVE_INFINITY) {
    const { projectId, workspaceId, userId, kind } = identity
    // A token would hide that no server vouches for the name.
    if (kind === 'claimed') throw createClaimedError()
    const iat = Math.floor(now() / 1000)
    const exp = Math.min(iat + ACCESS_TOKEN_LIFE_SECONDS, Math.floor(expiresAt))
    if (exp <= iat) return undefined
    return new SignJWT({ project_id: projectId, workspace_id: workspaceId })
      .setProtectedHeader({ alg: SECRET_ALGORITHM, typ: ACCESS_TOKEN_TYPE })
      .setSubject(userId)
      .setIssuer(OWN_ISSUER)
      .setIssuedAt(iat)
      .setNotBefore(iat - NOT_BEFORE_MARGIN_SECONDS)
      .setExpirationTime(exp)
      .sign(key)
  }

  async function verify(token: string, projectId: string): Promise<Identity> {
    const payload = proven.get(token) ?? (await prove(token))
    const parsed = v.safeParse(claimsSchema, payload)
    if (!parsed.success) throw createAuthError('invalid')
    const { project_id, workspace_id, sub, iat, exp, nbf } = parsed.output
    const seconds = Math.floor(now() / 1000)
    // A cached token was already valid when it was proven.
    if (exp <= seconds - CLOCK_LEEWAY_SECONDS) throw createAuthError('expired')
    if (nbf > seconds + CLOCK_LEEWAY_SECONDS) throw createAuthError('early')
    const isTimely = iat <= now() / 1000 + CLOCK_LEEWAY_SECONDS
    const isShort = exp > iat && exp - iat <= ACCESS_TOKEN_LIFE_SECONDS
    if (!isTimely || !isShort || project_id !== projectId) throw createAuthError('invalid')
    if (isAnonymousId(sub) && workspace_id === sub) return anonymousIdentity(projectId, sub)
    // We issue tokens neither for a mixture of two people, nor for users whom only a browser's key claims.
    if (isReservedId(sub) || isReservedId(workspace_id)) throw createAuthError('invalid')
    return { projectId, workspaceId: workspace_id, userId: sub, kind: 'host' }
  }

  return { sign, verify }
}

const createClaimedError = (): AlcoveError =>
  new AlcoveError('forbidden', 'This endpoint may only be accessed from the backend', {
    hint: 'A browser key (pk_…) makes no tokens; a secret key (sk_…) on your own server does.',
  })

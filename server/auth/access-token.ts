import { SignJWT } from 'jose'
import * as v from 'valibot'
import { createAuthError } from './auth-errors.ts'
import { subjectClaim, timeClaim } from './claims.ts'
import { deriveKey } from './derive-key.ts'
import { anonymousIdentity, isAnonymousId, type Identity } from './identity.ts'
import { CLOCK_LEEWAY_SECONDS, JWT_ALGORITHM, verifyJwt } from './verify-jwt.ts'

export const ACCESS_TOKEN_LIFE_SECONDS = 900
/** Our own issuer name: nothing else may verify as an access token. */
export const ACCESS_TOKEN_ISSUER = 'alcove'
/** Marks the token's use in its header, so that no other token of ours ever passes as one. */
export const ACCESS_TOKEN_TYPE = 'alcove-access+jwt'
/** A verifier whose clock is behind must not refuse a fresh token. */
const NOT_BEFORE_MARGIN_SECONDS = 10

const claimsSchema = v.strictObject({
  project_id: subjectClaim,
  workspace_id: subjectClaim,
  sub: subjectClaim,
  iss: v.literal(ACCESS_TOKEN_ISSUER),
  iat: timeClaim,
  nbf: timeClaim,
  exp: timeClaim,
})

export interface AccessTokens {
  /** A token of {@link ACCESS_TOKEN_LIFE_SECONDS}. */
  sign(identity: Identity): Promise<string>
  /** @throws AlcoveError `token_rejected`, `token_expired`, `auth_failed`. */
  verify(token: string, projectId: string): Promise<Identity>
}

export interface AccessTokenSettings {
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createAccessTokens({ secret, now }: AccessTokenSettings): AccessTokens {
  const key = deriveKey(secret, 'access-token')

  async function sign({ projectId, workspaceId, userId }: Identity) {
    const iat = Math.floor(now() / 1000)
    return new SignJWT({ project_id: projectId, workspace_id: workspaceId })
      .setProtectedHeader({ alg: JWT_ALGORITHM, typ: ACCESS_TOKEN_TYPE })
      .setSubject(userId)
      .setIssuer(ACCESS_TOKEN_ISSUER)
      .setIssuedAt(iat)
      .setNotBefore(iat - NOT_BEFORE_MARGIN_SECONDS)
      .setExpirationTime(iat + ACCESS_TOKEN_LIFE_SECONDS)
      .sign(key)
  }

  async function verify(token: string, projectId: string): Promise<Identity> {
    const payload = await verifyJwt(token, { key, types: [ACCESS_TOKEN_TYPE], now: now() })
    const parsed = v.safeParse(claimsSchema, payload)
    if (!parsed.success) throw createAuthError('invalid')
    const { project_id, workspace_id, sub, iat, exp } = parsed.output
    const isTimely = iat <= now() / 1000 + CLOCK_LEEWAY_SECONDS
    const isShort = exp > iat && exp - iat <= ACCESS_TOKEN_LIFE_SECONDS
    if (!isTimely || !isShort || project_id !== projectId) throw createAuthError('invalid')
    if (!isAnonymousId(sub))
      return { projectId, workspaceId: workspace_id, userId: sub, kind: 'host' }
    if (workspace_id !== sub) throw createAuthError('invalid')
    return anonymousIdentity(projectId, sub)
  }

  return { sign, verify }
}

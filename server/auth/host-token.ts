import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { createAuthError } from './auth-errors.ts'
import { subjectClaim, timeClaim } from './claims.ts'
import { isAnonymousId, type Identity } from './identity.ts'
import { CLOCK_LEEWAY_SECONDS, verifyJwt } from './verify-jwt.ts'

/** Longest life of a token that a host signs. */
export const HOST_TOKEN_LIFE_MAX_SECONDS = 86_400

/** Some libraries name a token's use in a claim: a refresh token must not open anything. */
const ACCESS_USES = ['access', 'bearer', 'id', 'jwt']
const useClaim = v.optional(
  v.pipe(
    v.string(),
    v.check((use) => ACCESS_USES.includes(use.toLowerCase())),
  ),
)

/** Hosts add claims of their own; those that mean something here are strict. */
const claimsSchema = v.looseObject({
  sub: subjectClaim,
  exp: timeClaim,
  iat: v.optional(timeClaim),
  nbf: v.optional(timeClaim),
  iss: v.optional(v.string()),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  workspace_id: v.optional(subjectClaim),
  project_id: v.optional(v.string()),
  typ: useClaim,
  token_use: useClaim,
})

export interface HostTokens {
  /** @throws AlcoveError `token_rejected`, `token_expired`, `auth_failed`. */
  verify(token: string, projectId: string): Promise<Identity>
}

export interface HostTokenSettings {
  /** `ALCOVE_HOST_SECRET`; without it every host token is refused. */
  readonly secret: string | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Tokens that the host's own server signs, so that its users keep their conversations. */
export function createHostTokens({ secret, now }: HostTokenSettings): HostTokens {
  const key = secret === undefined ? undefined : new TextEncoder().encode(secret)

  async function verify(token: string, projectId: string): Promise<Identity> {
    if (!key) throw createUnsetError()
    const payload = await verifyJwt(token, { key, types: ['jwt', undefined], now: now() })
    const parsed = v.safeParse(claimsSchema, payload)
    if (!parsed.success) throw createAuthError('invalid', CLAIMS_HINT)
    const { sub, exp, iat, workspace_id: workspaceId = sub, project_id } = parsed.output
    const seconds = now() / 1000
    if (iat !== undefined && iat > seconds + CLOCK_LEEWAY_SECONDS) throw createAuthError('early')
    const life = exp - (iat ?? seconds)
    if (life <= 0 || life > HOST_TOKEN_LIFE_MAX_SECONDS) throw createAuthError('invalid', LIFE_HINT)
    if (isAnonymousId(sub) || isAnonymousId(workspaceId))
      throw createAuthError('invalid', NAME_HINT)
    if (project_id !== undefined && project_id !== projectId) throw createAuthError('invalid')
    return { projectId, workspaceId, userId: sub, kind: 'host' }
  }

  return { verify }
}

const createUnsetError = (): AlcoveError =>
  new AlcoveError(
    'token_rejected',
    'This server accepts no tokens of host pages, because ALCOVE_HOST_SECRET is not set.',
    { hint: 'Set ALCOVE_HOST_SECRET to the secret that signs them, at least 32 bytes.' },
  )

const CLAIMS_HINT =
  'Expected the claims sub (1 to 255 characters without white space) and exp (seconds since 1970).'
const LIFE_HINT = 'A token may live at most 24 hours; exp and iat are seconds since 1970.'
const NAME_HINT = 'The beginning usr_anon_ is kept for visitors without a name.'

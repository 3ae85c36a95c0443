import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type CryptoKey,
  type JWTPayload,
} from 'jose'
import * as v from 'valibot'
import { createAuthError, type AuthRefusal } from './auth-errors.ts'

/** The algorithm of shared secrets, and of this service's own tokens. */
export const SECRET_ALGORITHM = 'HS256'
/** The algorithms of published keys. The last two are names of one. */
export const KEY_SET_ALGORITHMS: readonly string[] = [
  'RS256',
  'PS256',
  'ES256',
  'ES384',
  'EdDSA',
  'Ed25519',
]
/** Maximum difference between the clocks of two machines. */
export const CLOCK_LEEWAY_SECONDS = 30
/** Maximum length of a token, in characters; longer ones are rejected unread. */
const TOKEN_MAX = 8192

/**
 * Header fields that contain or fetch a key, or change the signed text. Keys come from the settings, so these
 * fields are an attack.
 */
const REFUSED_HEADERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit']
/** A claim that is a time, in seconds since 1970. JSON can contain 1e400, which is read as infinite. */
export const timeClaim = v.pipe(v.number(), v.finite(), v.minValue(0))

/** Accepts every encoder's output; excludes white space and an empty signature. */
const COMPACT_PATTERN = /^[\w-]+\.[\w-]+\.[\w-]+$/

export interface JwtForm {
  /** Accepted algorithms; the token cannot choose another. */
  readonly algorithms: readonly string[]
  /**
   * Accepted values of the header's `typ`, in lower case and without `application/`, which tokens may leave
   * out; `undefined` stands for a missing one.
   */
  readonly types: readonly (string | undefined)[]
}

/** Contents of a token, unproven: used to find the key that may prove it. */
export interface JwtText {
  readonly algorithm: string
  readonly keyId: string | undefined
  readonly claims: JWTPayload
}

export interface JwtProof {
  readonly key: Uint8Array | CryptoKey
  readonly algorithm: string
  /** Milliseconds. */
  readonly now: number
}

/** @throws AlcoveError `token_rejected`. */
export function readJwt(token: string, { algorithms, types }: JwtForm): JwtText {
  if (token.length > TOKEN_MAX || !COMPACT_PATTERN.test(token)) throw createAuthError('malformed')
  const { typ, alg, kid, ...header } = decode(() => decodeProtectedHeader(token))
  if (typeof alg !== 'string' || !algorithms.includes(alg)) throw createAuthError('algorithm')
  if (REFUSED_HEADERS.some((name) => name in header)) throw createAuthError('invalid')
  if (!types.includes(typeof typ === 'string' ? shortType(typ) : typ)) {
    throw createAuthError('invalid')
  }
  const claims = decode(() => decodeJwt(token))
  return { algorithm: alg, keyId: typeof kid === 'string' && kid !== '' ? kid : undefined, claims }
}

const shortType = (type: string): string => type.toLowerCase().replace(/^application\/(?!.*\/)/, '')

function decode<Part>(read: () => Part): Part {
  try {
    return read()
  } catch {
    throw createAuthError('malformed')
  }
}

/**
 * Verifies the signature and the times that are present. The caller validates the claims, since a JWT library
 * accepts much that must not pass. Undefined if another key signed the token.
 *
 * @throws AlcoveError `token_rejected`, `token_expired`, `clock_skew` (not yet valid).
 */
export async function proveJwt(
  token: string,
  { key, algorithm, now }: JwtProof,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      clockTolerance: CLOCK_LEEWAY_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    const { payload } = error as { payload?: JWTPayload }
    throw createAuthError(refusal, payload && hintOfTimes(refusal, payload, now / 1000))
  }
}

/** By how much the times of a proven token are past or to come, which reveals a wrong clock. */
export function hintOfTimes(
  refusal: AuthRefusal,
  { exp = 0, nbf = 0, iat = 0 }: JWTPayload,
  seconds: number,
): string | undefined {
  const after = (time: number) => `${Math.ceil(Math.abs(time - seconds))} s`
  const remedy = 'set the clocks of the machine that signs and of this service.'
  if (refusal === 'expired')
    return `It ended ${after(exp)} ago by the clock of this service. Sign a new one each time, and ${remedy}`
  if (refusal === 'early')
    return `It begins in ${after(Math.max(nbf, iat))} by the clock of this service: iat and nbf are seconds since 1970; ${remedy}`
  return undefined
}

function refusalOf(error: unknown): AuthRefusal | undefined {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error)
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JOSEError) return 'malformed'
  // A key that does not suit the algorithm, or is too short for it, is a plain TypeError.
  return error instanceof TypeError ? 'invalid' : undefined
}

function claimRefusal({ claim, reason }: errors.JWTClaimValidationFailed): AuthRefusal {
  if (reason === 'missing') return claim === 'sub' ? 'missingSubject' : 'missingExpiry'
  return claim === 'nbf' && reason === 'check_failed' ? 'early' : 'invalid'
}

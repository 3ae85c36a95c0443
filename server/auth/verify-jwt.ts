import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { createAuthError, type AuthRefusal } from './auth-errors.ts'

/** The one algorithm of both issuers; a token does not get to choose. */
export const JWT_ALGORITHM = 'HS256'
/** Clocks of two machines may differ by this much. */
export const CLOCK_LEEWAY_SECONDS = 30
/** Longest token that is looked at, in characters. */
export const TOKEN_MAX = 8192

/** Header fields that bring or fetch a key. Ours comes from the settings, so they mean an attack. */
const KEY_HEADERS = ['jwk', 'jku', 'x5u', 'x5c']
/** Canonical enough for every encoder; leaves no room for white space or an empty signature. */
const COMPACT_PATTERN = /^[\w-]+\.[\w-]+\.[\w-]+$/

export interface JwtCheck {
  readonly key: Uint8Array
  /** Accepted values of the header's `typ`, in lower case; `undefined` stands for none at all. */
  readonly types: readonly (string | undefined)[]
  /** Milliseconds. */
  readonly now: number
}

/**
 * Proves the signature and the times that are there. What the claims mean is the caller's to check:
 * a library accepts much that must not pass.
 *
 * @throws AlcoveError `token_rejected`, `token_expired`, `auth_failed` (not yet valid).
 */
export async function verifyJwt(token: string, check: JwtCheck): Promise<JWTPayload> {
  if (token.length > TOKEN_MAX || !COMPACT_PATTERN.test(token)) throw createAuthError('malformed')
  try {
    const { typ, alg, ...header } = decodeProtectedHeader(token)
    if (alg !== JWT_ALGORITHM) throw createAuthError('algorithm')
    if (KEY_HEADERS.some((name) => name in header)) throw createAuthError('invalid')
    if (!check.types.includes(typeof typ === 'string' ? typ.toLowerCase() : typ)) {
      throw createAuthError('invalid')
    }
    const { payload } = await jwtVerify(token, check.key, {
      algorithms: [JWT_ALGORITHM],
      clockTolerance: CLOCK_LEEWAY_SECONDS,
      currentDate: new Date(check.now),
      requiredClaims: ['exp', 'sub'],
    })
    return payload
  } catch (error) {
    const refusal = refusalOf(error)
    throw refusal === undefined ? error : createAuthError(refusal)
  }
}

function refusalOf(error: unknown): AuthRefusal | undefined {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error)
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'invalid'
  // A header that is no JSON object is reported as a plain TypeError.
  if (error instanceof errors.JOSEError || error instanceof TypeError) return 'malformed'
  return undefined
}

function claimRefusal({ claim, reason }: errors.JWTClaimValidationFailed): AuthRefusal {
  if (reason === 'missing') return claim === 'sub' ? 'missingSubject' : 'missingExpiry'
  return claim === 'nbf' && reason === 'check_failed' ? 'early' : 'invalid'
}

import { AlcoveError } from '../../shared/errors.ts'

/** Refusals of a bearer token. The texts are the contract's; the code decides the HTTP status. */
export const AUTH_REFUSALS = {
  missing: { code: 'token_missing', message: 'Authorization header is missing' },
  scheme: {
    code: 'token_malformed',
    message: 'Authorization header must begin with "Bearer "',
  },
  expired: { code: 'token_expired', message: 'JWT token has expired' },
  early: { code: 'auth_failed', message: 'JWT token is not yet valid' },
  value: { code: 'token_rejected', message: 'Unsupported authorization value' },
  malformed: { code: 'token_rejected', message: 'Invalid JWT token' },
  algorithm: { code: 'token_rejected', message: 'JWT token algorithm is not valid' },
  missingSubject: { code: 'token_rejected', message: 'JWT payload is missing sub' },
  missingExpiry: { code: 'token_rejected', message: 'JWT payload is missing exp' },
  invalid: { code: 'token_rejected', message: 'JWT token is not valid' },
} as const

export type AuthRefusal = keyof typeof AUTH_REFUSALS

export function createAuthError(refusal: AuthRefusal, hint?: string): AlcoveError {
  const { code, message } = AUTH_REFUSALS[refusal]
  return new AlcoveError(code, message, hint === undefined ? {} : { hint })
}

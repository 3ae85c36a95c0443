import { AlcoveError } from '../../shared/errors.ts'

/** Refusals of a caller. The texts belong to the contract; the code decides the HTTP status. */
export const AUTH_REFUSALS = {
  missing: { code: 'token_missing', message: 'Authorization header is missing' },
  scheme: {
    code: 'token_malformed',
    message: 'Authorization header must begin with "Bearer "',
  },
  several: {
    code: 'invalid_request',
    message: 'There is more than one Authorization header; send the one that says who calls.',
  },
  expired: { code: 'token_expired', message: 'JWT token has expired' },
  early: { code: 'clock_skew', message: 'JWT token is not yet valid' },
  value: { code: 'token_rejected', message: 'Unsupported authorization value' },
  malformed: { code: 'token_rejected', message: 'Invalid JWT token' },
  algorithm: { code: 'token_rejected', message: 'JWT token algorithm is not valid' },
  missingKeyId: { code: 'token_rejected', message: 'JWT header is missing kid' },
  missingIssuer: { code: 'token_rejected', message: 'JWT payload is missing iss' },
  missingSubject: { code: 'token_rejected', message: 'JWT payload is missing sub' },
  missingExpiry: { code: 'token_rejected', message: 'JWT payload is missing exp' },
  noRule: {
    code: 'token_rejected',
    message: 'No auth rule matches the JWT iss and aud claims',
  },
  invalid: { code: 'token_rejected', message: 'JWT token is not valid' },
  keyFormat: { code: 'token_rejected', message: 'Invalid API key format' },
  keyUnknown: { code: 'token_rejected', message: 'Unknown or expired API key' },
  keyInBrowser: {
    code: 'token_rejected',
    message:
      'A secret API key (sk_…) was sent by a browser, where everybody can read it. Revoke it, and use a browser key (pk_…) in pages.',
  },
  userHeader: { code: 'token_rejected', message: 'Invalid Aui-User-Id header' },
  workspaceHeader: { code: 'token_rejected', message: 'Invalid Aui-Workspace-Id header' },
  anonymous: { code: 'forbidden', message: 'Anonymous access is not allowed' },
} as const

export type AuthRefusal = keyof typeof AUTH_REFUSALS

export function createAuthError(refusal: AuthRefusal, hint?: string): AlcoveError {
  const { code, message } = AUTH_REFUSALS[refusal]
  return new AlcoveError(code, message, hint === undefined ? {} : { hint })
}

import { readTokenPayload } from './token-claims.ts'

/** Whom a token is about; `null` when it does not say. The signature is the server's business. */
export function readTokenSubject(token: string): string | null {
  const subject = readTokenPayload(token)?.['sub']
  return typeof subject === 'string' && subject !== '' ? subject : null
}

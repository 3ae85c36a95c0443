import { SignJWT } from 'jose'

/** The demo shop's only customer. */
export const DEMO_USER = 'demo-customer'
const TOKEN_LIFE_SECONDS = 600

/** Acts as a host's backend: signs the visitor's identity with the secret shared with Alcove. */
export function createDemoToken(secret: string, nowMs: number): Promise<string> {
  const now = Math.floor(nowMs / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(DEMO_USER)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_LIFE_SECONDS)
    .sign(new TextEncoder().encode(secret))
}

import { createHmac, sign, type KeyObject } from 'node:crypto'

/** A part of a token: JSON of a value, or a text unchanged. */
export const encodePart = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token as an attacker can write one; the header may claim anything. */
export function forgeHmacJwt(
  header: unknown,
  claims: unknown,
  key: string | Uint8Array,
  hash = 'sha256',
): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

/** Signed by the key's algorithm; the header may claim another. */
export function forgeKeyJwt(header: unknown, claims: unknown, key: KeyObject): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  const signature = sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

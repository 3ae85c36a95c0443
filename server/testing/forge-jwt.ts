import { constants, createHmac, sign, type KeyObject } from 'node:crypto'

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

/** Signed by the key's algorithm, or with PSS; the header may claim another. */
export function forgeKeyJwt(
  header: unknown,
  claims: unknown,
  key: KeyObject,
  { isPss = false }: { readonly isPss?: boolean } = {},
): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const options = { key, dsaEncoding: 'ieee-p1363' as const, ...(isPss ? pss : {}) }
  return `${text}.${sign(hashOf(key), Buffer.from(text), options).toString('base64url')}`
}

function hashOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType === 'ed25519') return null
  return asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'sha384' : 'sha256'
}

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { forgeKeyJwt } from './forge-jwt.ts'

export type IssuerAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'ES384' | 'EdDSA' | 'Ed25519'

/** An identity provider with one key, and the key set that it publishes. */
export function createTestIssuer(algorithm: IssuerAlgorithm, keyId: string) {
  const { privateKey, publicKey } = createKeys(algorithm)
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: algorithm, use: 'sig' }
  return {
    privateKey,
    publicKey,
    jwk,
    /** `typ` and `kid` are set unless the header says otherwise. */
    sign: (claims: unknown, header: object = {}) =>
      forgeKeyJwt({ alg: algorithm, typ: 'JWT', kid: keyId, ...header }, claims, privateKey, {
        isPss: algorithm === 'PS256',
      }),
  }
}

function createKeys(algorithm: IssuerAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  switch (algorithm) {
    case 'RS256':
    case 'PS256':
      return generateKeyPairSync('rsa', { modulusLength: 2048 })
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    case 'ES384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' })
    case 'EdDSA':
    case 'Ed25519':
      return generateKeyPairSync('ed25519')
    default:
      return algorithm satisfies never
  }
}

/** Publishes key sets by address, in memory, and counts requests. */
export function createKeySetHost(sets: Readonly<Record<string, readonly object[]>>) {
  const asked: string[] = []
  return {
    asked,
    fetch: (address: string): Promise<Response> => {
      asked.push(address)
      const keys = sets[address]
      return Promise.resolve(
        keys ? Response.json({ keys }) : new Response('Not Found', { status: 404 }),
      )
    },
  }
}

import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** What one secret is used for: each use has a key that says nothing about the others. */
export type KeyPurpose = 'access-token' | 'refresh-token' | 'file-address' | 'budget-address'

export function deriveKey(secret: string, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `alcove/${purpose}/v1`, KEY_BYTES))
}

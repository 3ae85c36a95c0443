import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Of the key that signs; the specification asks for 24 to 64. */
const SECRET_BYTES = 32

/** A secret in the form of Standard Webhooks. */
export const createHookSecret = (): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Keeps secrets of webhooks, which sign, in a form that a copy of the database does not reveal. */
export interface HookSecrets {
  seal(secret: string): string
  /** Undefined if another `ALCOVE_SECRET` has sealed it. */
  open(sealed: string): string | undefined
}

/** @param key 32 bytes. */
export function createHookSecrets(key: Uint8Array): HookSecrets {
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

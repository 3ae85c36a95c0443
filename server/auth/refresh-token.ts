import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

const PREFIX = 'rt_'
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^rt_[\w-]{43}$/

/**
 * Refresh tokens: 256 bits each. A token's child is computed from it, so a lost answer can be given
 * again without keeping any token: the store holds hashes only.
 */
export interface RefreshTokens {
  create(): string
  /** The token that replaces `parent`: always the same one. */
  childOf(parent: string): string
}

export function createRefreshTokens(secret: string): RefreshTokens {
  const key = deriveKey(secret, 'refresh-token')
  return {
    create: () => PREFIX + randomBytes(TOKEN_BYTES).toString('base64url'),
    childOf: (parent) => PREFIX + createHmac('sha256', key).update(parent).digest('base64url'),
  }
}

export const isRefreshToken = (text: string): boolean => TOKEN_PATTERN.test(text)

/** SHA-256, hex: what the store keeps. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')

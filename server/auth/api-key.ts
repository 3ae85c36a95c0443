import { createHash, randomBytes } from 'node:crypto'
import type { ApiKeyScope } from '../store/store.ts'

const KEY_BYTES = 32
const KEY_PATTERN = /^(?:sk|pk)_[\w-]{43,128}$/
const PREFIXES = { server: 'sk_', browser: 'pk_' } as const satisfies Record<ApiKeyScope, string>
/** Enough to tell keys apart, too little to guess one from. */
const HINT_CHARACTERS = 4

/** 256 random bits behind a prefix that says who may hold it. */
export const createApiKey = (scope: ApiKeyScope): string =>
  PREFIXES[scope] + randomBytes(KEY_BYTES).toString('base64url')

/** Whether somebody meant it as an API key, well-formed or not. */
export const looksLikeApiKey = (text: string): boolean => /^[sp]k_/.test(text)

export const isApiKey = (text: string): boolean => KEY_PATTERN.test(text)

/** By its prefix: a secret key is refused in a browser before anybody looks whether it is one. */
export const isServerKey = (text: string): boolean => text.startsWith(PREFIXES.server)

/** SHA-256, hex: what the store keeps. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

export const hintOf = (key: string): string => key.slice(-HINT_CHARACTERS)

import { createHash, randomBytes } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import { randomId } from '../../shared/ids.ts'
import { createLookupCache } from '../projects/lookup-cache.ts'
import type { ApiKeyQueries, ApiKeyRow, ApiKeyScope } from '../store/store.ts'
import { createAuthError } from './auth-errors.ts'

const KEY_BYTES = 32
const KEY_PATTERN = /^(?:sk|pk)_[\w-]{43,128}$/
const PREFIXES = { server: 'sk_', browser: 'pk_' } as const satisfies Record<ApiKeyScope, string>
/** Enough to tell keys apart, too little to guess one from. */
const HINT_CHARACTERS = 4

/** 256 random bits behind a prefix that says who may hold it. */
const createApiKey = (scope: ApiKeyScope): string =>
  PREFIXES[scope] + randomBytes(KEY_BYTES).toString('base64url')

/** Whether somebody meant it as an API key, well-formed or not. */
export const looksLikeApiKey = (text: string): boolean => /^[sp]k_/.test(text)

const isApiKey = (text: string): boolean => KEY_PATTERN.test(text)

/** By its prefix: a secret key is refused in a browser before anybody looks whether it is one. */
export const isServerKey = (text: string): boolean => text.startsWith(PREFIXES.server)

/** SHA-256, hex: what the store keeps. */
const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

const hintOf = (key: string): string => key.slice(-HINT_CHARACTERS)

/** A key that was revoked on another server is refused after this long at the latest. */
export const API_KEY_CACHE_MS = 30_000
/** Letters and digits only: ids of users whom the key claims begin with it. */
const KEY_ID_LENGTH = 16
export const API_KEY_NAME_MAX = 255

export interface NewApiKey {
  readonly projectId: string
  /** For the operator, to tell keys apart. */
  readonly name: string
  readonly scope: ApiKeyScope
}

export interface ApiKeys {
  /**
   * The key itself is given here and never again: the store has its hash.
   *
   * @throws AlcoveError `invalid_request` for a name that is empty or longer than 255 characters.
   */
  create(wanted: NewApiKey): Promise<{ readonly key: string; readonly row: ApiKeyRow }>
  /** @throws AlcoveError `token_rejected`: no such key, one of another project, a revoked one. */
  verify(key: string, projectId: string): Promise<ApiKeyRow>
  /** Whether the project has such a key. Here it ends at once. */
  revoke(projectId: string, id: string): Promise<boolean>
}

export interface ApiKeysSettings {
  readonly queries: ApiKeyQueries
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createApiKeys({ queries, now }: ApiKeysSettings): ApiKeys {
  const cache = createLookupCache({
    load: (hash) => queries.findByHash(hash),
    lifeMs: API_KEY_CACHE_MS,
    now,
  })

  return {
    async create({ projectId, name, scope }) {
      if (name === '' || name.length > API_KEY_NAME_MAX) {
        const expected = `1 to ${API_KEY_NAME_MAX} characters`
        throw new AlcoveError('invalid_request', `The name of a key has ${expected}.`)
      }
      const key = createApiKey(scope)
      const row: ApiKeyRow = {
        id: randomId(KEY_ID_LENGTH),
        projectId,
        name,
        scope,
        keyHash: hashApiKey(key),
        hint: hintOf(key),
        createdAt: new Date(now()).toISOString(),
        revokedAt: null,
      }
      await queries.create(row)
      return { key, row }
    },
    async verify(key, projectId) {
      if (!isApiKey(key)) throw createAuthError('keyFormat')
      const row = await cache.find(hashApiKey(key))
      if (row?.projectId !== projectId || row.revokedAt !== null) {
        throw createAuthError('keyUnknown')
      }
      return row
    },
    async revoke(projectId, id) {
      const isKnown = await queries.revoke(projectId, id)
      const row = (await queries.list(projectId)).find((key) => key.id === id)
      if (row) cache.forget(row.keyHash)
      return isKnown
    },
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import { randomId } from '../../shared/ids.ts'
import { createLookupCache } from '../projects/lookup-cache.ts'
import type { ApiKeyQueries, ApiKeyRow, ApiKeyScope } from '../store/store.ts'
import { createAuthError } from './auth-errors.ts'

const KEY_BYTES = 32
const KEY_PATTERN = /^(?:sk|pk)_[\w-]{43,128}$/
const PREFIXES = { server: 'sk_', browser: 'pk_' } as const satisfies Record<ApiKeyScope, string>
/** Enough characters to distinguish keys, too few to guess one. */
const HINT_CHARACTERS = 4

/** 256 random bits after a prefix that names the scope. */
const createApiKey = (scope: ApiKeyScope): string =>
  PREFIXES[scope] + randomBytes(KEY_BYTES).toString('base64url')

/** True if a text was meant as an API key, well-formed or not. */
export const looksLikeApiKey = (text: string): boolean => /^[sp]k_/.test(text)

const isApiKey = (text: string): boolean => KEY_PATTERN.test(text)

/** By its prefix, so that a secret key is refused in a browser before it is looked up. */
export const isServerKey = (text: string): boolean => text.startsWith(PREFIXES.server)

/** SHA-256, hex: the form that the store has. */
const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

const hintOf = (key: string): string => key.slice(-HINT_CHARACTERS)

/** Maximum time until a key that another server revoked is refused. */
export const API_KEY_CACHE_MS = 30_000
/** Letters and digits only: ids of users whom the key claims begin with it. */
const KEY_ID_LENGTH = 16
export const API_KEY_NAME_MAX = 255

export interface NewApiKey {
  readonly projectId: string
  /** For the operator, to distinguish keys. */
  readonly name: string
  readonly scope: ApiKeyScope
}

export interface ApiKeys {
  /**
   * Returns the key, the only time: the store has its hash.
   *
   * @throws AlcoveError `invalid_request` for a name that is empty or longer than 255 characters.
   */
  create(wanted: NewApiKey): Promise<{ readonly key: string; readonly row: ApiKeyRow }>
  /** @throws AlcoveError `token_rejected`: unknown, of another project, or revoked. */
  verify(key: string, projectId: string): Promise<ApiKeyRow>
  /** True if the project has such a key. On this server the key is invalid at once. */
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

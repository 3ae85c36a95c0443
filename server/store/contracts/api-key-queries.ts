/** `server`: a secret of the project's own backend. `browser`: may stand in a page. */
export type ApiKeyScope = 'server' | 'browser'

export interface ApiKeyRow {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly scope: ApiKeyScope
  /** SHA-256 of the whole key, hex. */
  readonly keyHash: string
  /** Its last characters, to tell keys apart. */
  readonly hint: string
  readonly createdAt: string
  readonly revokedAt: string | null
}

export interface ApiKeyQueries {
  create(key: ApiKeyRow): Promise<void>
  /** Revoked ones too. */
  findByHash(keyHash: string): Promise<ApiKeyRow | undefined>
  list(projectId: string): Promise<readonly ApiKeyRow[]>
  /** Whether the project has such a key. */
  revoke(projectId: string, id: string): Promise<boolean>
}

import { REPEATABLE, type Database } from './database.ts'
import type { ApiKeyScope, ApiKeysTable } from './tables.ts'

export interface ApiKeyRow {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly scope: ApiKeyScope
  /** SHA-256 of the whole key, hex. */
  readonly keyHash: string
  /** Its last characters, to distinguish keys. */
  readonly hint: string
  readonly createdAt: string
  readonly revokedAt: string | null
}

export type ApiKeyQueries = ReturnType<typeof createApiKeyQueries>

/** A key's hash is proven by its bearer: only lists and revocations name a project. */
export function createApiKeyQueries({ read, write, now }: Database) {
  return {
    async create(key: ApiKeyRow): Promise<void> {
      await write((trx) => trx.insertInto('api_keys').values(toColumns(key)).execute())
    },
    /** Finds revoked keys too. */
    async findByHash(keyHash: string): Promise<ApiKeyRow | undefined> {
      const row = await read((db) =>
        db.selectFrom('api_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst(),
      )
      return row && toApiKeyRow(row)
    },
    async list(projectId: string): Promise<readonly ApiKeyRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('api_keys')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      )
      return rows.map(toApiKeyRow)
    },
    /** Returns whether the project has such a key. */
    async revoke(projectId: string, id: string): Promise<boolean> {
      const { numUpdatedRows } = await write(
        (trx) =>
          trx
            .updateTable('api_keys')
            .set(({ fn, ref, val }) => ({
              // A second revocation keeps the first time.
              revoked_at: fn.coalesce(ref('revoked_at'), val(now())),
            }))
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .executeTakeFirst(),
        REPEATABLE,
      )
      return numUpdatedRows > 0n
    },
  }
}

const toColumns = (key: ApiKeyRow): ApiKeysTable => ({
  id: key.id,
  project_id: key.projectId,
  name: key.name,
  scope: key.scope,
  key_hash: key.keyHash,
  hint: key.hint,
  created_at: key.createdAt,
  revoked_at: key.revokedAt,
})

const toApiKeyRow = (row: ApiKeysTable): ApiKeyRow => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  scope: row.scope,
  keyHash: row.key_hash,
  hint: row.hint,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
})

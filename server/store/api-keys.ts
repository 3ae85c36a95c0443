import type { Selectable } from 'kysely'
import type { Database } from './database.ts'
import type { ApiKeyQueries, ApiKeyRow } from './store.ts'
import type { ApiKeysTable } from './tables.ts'

/** A key's hash is what its bearer proves: only lists and revocations name a project. */
export function createApiKeyQueries(database: Database): ApiKeyQueries {
  return {
    create: (key) =>
      database.write(async (trx) => {
        await trx.insertInto('api_keys').values(toColumns(key)).execute()
      }),
    findByHash: (keyHash) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('api_keys')
          .selectAll()
          .where('key_hash', '=', keyHash)
          .executeTakeFirst()
        return row && toApiKeyRow(row)
      }),
    list: (projectId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('api_keys')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
        return rows.map(toApiKeyRow)
      }),
    revoke: (projectId, id) =>
      database.write(
        async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable('api_keys')
            .set(({ fn, ref, val }) => ({
              // Twice keeps the first time.
              revoked_at: fn.coalesce(ref('revoked_at'), val(database.now())),
            }))
            .where('project_id', '=', projectId)
            .where('id', '=', id)
            .executeTakeFirst()
          return numUpdatedRows > 0n
        },
        { isRepeatable: true },
      ),
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

const toApiKeyRow = (row: Selectable<ApiKeysTable>): ApiKeyRow => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  scope: row.scope,
  keyHash: row.key_hash,
  hint: row.hint,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
})

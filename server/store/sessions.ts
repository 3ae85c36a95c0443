import type { DeleteQueryBuilder, DeleteResult, ExpressionBuilder, Selectable } from 'kysely'
import type { Database, Trx } from './database.ts'
import type { SessionQueries, SessionRow } from './store.ts'
import type { SessionsTable, Tables } from './tables.ts'

/** A token's hash is what its bearer proves: no scope narrows these queries. */
export function createSessionQueries(database: Database): SessionQueries {
  return {
    create: (session) =>
      database.write(async (trx) => {
        await trx.insertInto('sessions').values(toColumns(session)).execute()
      }),
    find: (tokenHash) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('sessions')
          .selectAll()
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst()
        return row && toSessionRow(row)
      }),
    rotate: (parentHash, child) =>
      database.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('sessions')
          .set((row) => ({
            child_hash: child.tokenHash,
            used_at: child.createdAt,
            expires_at: laterOf(row, child.expiresAt),
          }))
          .where('token_hash', '=', parentHash)
          .where('child_hash', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await trx.insertInto('sessions').values(toColumns(child)).execute()
        return true
      }),
    async extend(tokenHashes, expiresAt) {
      const { numUpdatedRows } = await database.write(
        (trx) =>
          trx
            .updateTable('sessions')
            .set((row) => ({ expires_at: laterOf(row, expiresAt) }))
            .where('token_hash', 'in', tokenHashes)
            .executeTakeFirstOrThrow(),
        { isRepeatable: true },
      )
      return numUpdatedRows > 0n
    },
    revoke: (sessionId) =>
      removeAll(database, (trx) => trx.deleteFrom('sessions').where('session_id', '=', sessionId)),
    revokeUser: (projectId, userId) =>
      removeAll(database, (trx) =>
        trx
          .deleteFrom('sessions')
          .where('project_id', '=', projectId)
          .where('user_id', '=', userId),
      ),
  }
}

/** Two servers' clocks may differ: no token ends earlier than it was said to. */
const laterOf = (row: ExpressionBuilder<Tables, 'sessions'>, expiresAt: string) =>
  row.case().when('expires_at', '<', expiresAt).then(expiresAt).else(row.ref('expires_at')).end()

/**
 * A rotation may add a child while the delete waits for its parent, unseen by the delete. One that
 * finds nothing proves that none is under way: it would hold a row that is there.
 */
async function removeAll(
  database: Database,
  select: (trx: Trx) => DeleteQueryBuilder<Tables, 'sessions', DeleteResult>,
): Promise<void> {
  let removed = 1n
  while (removed > 0n) {
    removed = await database.write(
      async (trx) => (await select(trx).executeTakeFirstOrThrow()).numDeletedRows,
      { isRepeatable: true },
    )
  }
}

function toColumns(session: SessionRow): SessionsTable {
  return {
    token_hash: session.tokenHash,
    session_id: session.sessionId,
    project_id: session.projectId,
    user_id: session.userId,
    parent_hash: session.parentHash,
    child_hash: session.childHash,
    created_at: session.createdAt,
    used_at: session.usedAt,
    expires_at: session.expiresAt,
    started_at: session.startedAt,
  }
}

function toSessionRow(row: Selectable<SessionsTable>): SessionRow {
  return {
    tokenHash: row.token_hash,
    sessionId: row.session_id,
    projectId: row.project_id,
    userId: row.user_id,
    parentHash: row.parent_hash,
    childHash: row.child_hash,
    createdAt: row.created_at,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
    startedAt: row.started_at,
  }
}

import type { DeleteQueryBuilder, DeleteResult, ExpressionBuilder } from 'kysely'
import { REPEATABLE, type Database, type Trx } from './database.ts'
import type { SessionsTable, Tables } from './tables.ts'

export interface SessionRow {
  /** SHA-256 of the refresh token, hex. */
  readonly tokenHash: string
  /** Shared by all tokens that descend from one sign-in. */
  readonly sessionId: string
  readonly projectId: string
  readonly userId: string
  /** Hash of the token that this one replaced. */
  readonly parentHash: string | null
  /** Hash of the token that replaced this one, once it was used. */
  readonly childHash: string | null
  readonly createdAt: string
  /** Time of the first exchange for a child. */
  readonly usedAt: string | null
  readonly expiresAt: string
  /** Time of the session's first token: the absolute limit counts from here. */
  readonly startedAt: string
}

export type SessionQueries = ReturnType<typeof createSessionQueries>

/** A token's hash is proven by its bearer, so no scope narrows these queries. */
export function createSessionQueries({ read, write }: Database) {
  /**
   * A rotation may add a child while the delete waits for its parent, unseen by the delete. A delete that
   * finds nothing proves that no rotation is pending, since a rotation locks an existing row.
   */
  async function removeAll(
    select: (trx: Trx) => DeleteQueryBuilder<Tables, 'sessions', DeleteResult>,
  ): Promise<void> {
    const remove = (trx: Trx) => select(trx).executeTakeFirstOrThrow()
    while ((await write(remove, REPEATABLE)).numDeletedRows > 0n);
  }

  return {
    async create(session: SessionRow): Promise<void> {
      await write((trx) => trx.insertInto('sessions').values(toColumns(session)).execute())
    },
    async find(tokenHash: string): Promise<SessionRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('sessions')
          .selectAll()
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst(),
      )
      return row && toSessionRow(row)
    },
    /**
     * Marks the parent used and adds its child, once: false if the parent has a child already. The parent is
     * kept as long as its child, for a client that lost the child.
     */
    rotate: (parentHash: string, child: SessionRow): Promise<boolean> =>
      write(async (trx) => {
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
    /** Extends these tokens to `expiresAt`, unless they expire later. False: none of them exists. */
    async extend(tokenHashes: readonly string[], expiresAt: string): Promise<boolean> {
      const { numUpdatedRows } = await write(
        (trx) =>
          trx
            .updateTable('sessions')
            .set((row) => ({ expires_at: laterOf(row, expiresAt) }))
            .where('token_hash', 'in', tokenHashes)
            .executeTakeFirstOrThrow(),
        REPEATABLE,
      )
      return numUpdatedRows > 0n
    },
    /** Removes every token of a session. */
    revoke: (sessionId: string): Promise<void> =>
      removeAll((trx) => trx.deleteFrom('sessions').where('session_id', '=', sessionId)),
    /** Removes every session of a user. */
    revokeUser: (projectId: string, userId: string): Promise<void> =>
      removeAll((trx) =>
        trx
          .deleteFrom('sessions')
          .where('project_id', '=', projectId)
          .where('user_id', '=', userId),
      ),
  }
}

/** Two servers' clocks may differ: no token expires earlier than promised. */
const laterOf = (row: ExpressionBuilder<Tables, 'sessions'>, expiresAt: string) =>
  row.case().when('expires_at', '<', expiresAt).then(expiresAt).else(row.ref('expires_at')).end()

const toColumns = (session: SessionRow): SessionsTable => ({
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
})

const toSessionRow = (row: SessionsTable): SessionRow => ({
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
})

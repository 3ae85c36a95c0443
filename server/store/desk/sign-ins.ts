import { createRowId } from '../../../shared/ids.ts'
import { REPEATABLE, type Database, type Trx } from '../database.ts'
import type { DeskPersonRow } from './people.ts'

/** Maximum sessions of one person: a further one ends the one that was used longest ago. */
export const DESK_SESSIONS_MAX = 20

export interface NewDeskSession {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string
  readonly device: string
  readonly endsAt: string
}

export interface DeskSessionRow {
  readonly id: string
  readonly personId: string
  readonly device: string
  readonly startedAt: string
  readonly usedAt: string
  readonly endsAt: string
}

/** Links that sign in once, and the sessions that follow. Tokens are found by their hashes. */
export function createDeskSignInQueries({ read, write, now }: Database) {
  return {
    /** Makes a person's link, and ends an earlier one. */
    async addLink(personId: string, tokenHash: string, endsAt: string): Promise<void> {
      await write(async (trx) => {
        await trx.deleteFrom('desk_links').where('person_id', '=', personId).execute()
        await trx
          .insertInto('desk_links')
          .values({ token_hash: tokenHash, person_id: personId, ends_at: endsAt, used_at: null })
          .execute()
      })
    },
    /**
     * Uses a link up for a session. Undefined: there is none, or it was used, or it has ended. The session starts
     * with the link, `linkMs` before its end: whoever made the link gets no role that was given since.
     */
    startByLink: (
      linkHash: string,
      session: NewDeskSession,
      linkMs: number,
    ): Promise<DeskSessionRow | undefined> =>
      write(async (trx) => {
        const at = now()
        const link = await trx
          .updateTable('desk_links')
          .set({ used_at: at })
          .where('token_hash', '=', linkHash)
          .where('used_at', 'is', null)
          .where('ends_at', '>=', at)
          .returning(['person_id', 'ends_at'])
          .executeTakeFirst()
        if (!link) return undefined
        const madeAt = new Date(Date.parse(link.ends_at) - linkMs).toISOString()
        return addSession(trx, link.person_id, session, { startedAt: madeAt, at })
      }),
    /** Starts a session of a person whom an identity provider has named. */
    start: (personId: string, session: NewDeskSession): Promise<DeskSessionRow> =>
      write((trx) => {
        const at = now()
        return addSession(trx, personId, session, { startedAt: at, at })
      }),
    /**
     * Finds a session that has not ended, with its person.
     *
     * @param usedSince the session was used since then, or it has ended.
     */
    async find(
      tokenHash: string,
      usedSince: string,
    ): Promise<{ readonly session: DeskSessionRow; readonly person: DeskPersonRow } | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('desk_sessions')
          .innerJoin('desk_people', 'desk_people.id', 'person_id')
          .selectAll('desk_sessions')
          .select(['mail', 'seen_at'])
          .where('token_hash', '=', tokenHash)
          .where('ends_at', '>=', now())
          .where('used_at', '>=', usedSince)
          .executeTakeFirst(),
      )
      if (!row) return undefined
      const person = { id: row.person_id, mail: row.mail, seenAt: row.seen_at }
      return { session: toSession(row), person }
    },
    /** Notes that a session is in use. */
    async touch({ id, personId }: Pick<DeskSessionRow, 'id' | 'personId'>): Promise<void> {
      await write(async (trx) => {
        const at = now()
        await trx.updateTable('desk_sessions').set({ used_at: at }).where('id', '=', id).execute()
        await trx
          .updateTable('desk_people')
          .set({ seen_at: at })
          .where('id', '=', personId)
          .execute()
      }, REPEATABLE)
    },
    /** A person's sessions that have not ended, the last used first. */
    async list(personId: string, usedSince: string): Promise<readonly DeskSessionRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('desk_sessions')
          .selectAll()
          .where('person_id', '=', personId)
          .where('ends_at', '>=', now())
          .where('used_at', '>=', usedSince)
          .orderBy('used_at', 'desc')
          .orderBy('id')
          .execute(),
      )
      return rows.map(toSession)
    },
    /** Returns whether the person had such a session. */
    async end(personId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await write((trx) =>
        trx
          .deleteFrom('desk_sessions')
          .where('person_id', '=', personId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      return numDeletedRows > 0n
    },
  }
}

async function addSession(
  trx: Trx,
  personId: string,
  { tokenHash, device, endsAt }: NewDeskSession,
  { startedAt, at }: { readonly startedAt: string; readonly at: string },
): Promise<DeskSessionRow> {
  const row = await trx
    .insertInto('desk_sessions')
    .values({
      id: createRowId('session'),
      token_hash: tokenHash,
      person_id: personId,
      device,
      started_at: startedAt,
      used_at: at,
      ends_at: endsAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const kept = trx
    .selectFrom('desk_sessions')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('used_at', 'desc')
    .orderBy('started_at', 'desc')
    .limit(DESK_SESSIONS_MAX)
  await trx
    .deleteFrom('desk_sessions')
    .where('person_id', '=', personId)
    .where('id', '!=', row.id)
    .where('id', 'not in', kept)
    .execute()
  await trx.updateTable('desk_people').set({ seen_at: at }).where('id', '=', personId).execute()
  return toSession(row)
}

interface SessionColumns {
  readonly id: string
  readonly person_id: string
  readonly device: string
  readonly started_at: string
  readonly used_at: string
  readonly ends_at: string
}

const toSession = (row: SessionColumns): DeskSessionRow => ({
  id: row.id,
  personId: row.person_id,
  device: row.device,
  startedAt: row.started_at,
  usedAt: row.used_at,
  endsAt: row.ends_at,
})

import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId } from '../../shared/ids.ts'
import type { LeaseEnd, MessageLeasesTable } from './client-tables.ts'
import { inStatements, REPEATABLE, type Database, type Queryable, type Trx } from './database.ts'
import type { Scope } from './scope.ts'
import { findThread } from './thread-rows.ts'

/**
 * A lease without heartbeat and write for this long counts as ended. Readers take a run for interrupted much
 * earlier; this long, a device may sleep and still save the answer that it has.
 */
export const LEASE_QUIET_MAX_MS = 86_400_000

/** The lease of a message: its running one, else its last. */
export interface MessageLease {
  readonly isRunning: boolean
  /** Time since the last heartbeat or write of its holder. */
  readonly quietMs: number
}

/**
 * Leases of clients that write an answer themselves. A message has at most one, which goes with the message;
 * another opening replaces it. The writes of a holder are in `change-messages.ts`.
 */
export function createLeaseQueries({ read, write, now }: Database) {
  return {
    /** Records a heartbeat. `not_found` for an unknown lease, `run_ended` for one that has ended. */
    beat: (scope: Scope, threadId: string, leaseId: string): Promise<void> =>
      write(async (trx) => {
        const lease = await requireLease(trx, scope, threadId, leaseId)
        await renew(trx, lease, now())
      }, REPEATABLE),
    /** Ends a lease; ending it again keeps the first reason. `not_found` for an unknown lease. */
    end: (scope: Scope, threadId: string, leaseId: string, reason: LeaseEnd): Promise<void> =>
      write(async (trx) => {
        const lease = await requireLease(trx, scope, threadId, leaseId)
        await trx
          .updateTable('message_leases')
          .set({ ended_at: now(), end_reason: reason })
          .where('lease_id', '=', lease.lease_id)
          .where('ended_at', 'is', null)
          .execute()
      }, REPEATABLE),
    /** The leases of those of the messages that had one. */
    async list(
      threadId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, MessageLease>> {
      const at = now()
      const leases = new Map<string, MessageLease>()
      for (const ids of inStatements(messageIds)) {
        const rows = await read((db) =>
          db
            .selectFrom('message_leases')
            .selectAll()
            .where('thread_id', '=', threadId)
            .where('message_id', 'in', ids)
            .execute(),
        )
        for (const row of rows) leases.set(row.message_id, toLease(row, at))
      }
      return leases
    },
  }
}

/**
 * Opens a lease on a message and returns its id. A lease that the message had is replaced: its holder lost
 * the answer to its own call, or has gone. The thread must be locked by this transaction.
 */
export async function openLease(
  trx: Trx,
  message: { readonly thread_id: string; readonly id: string },
  now: string,
): Promise<string> {
  const lease = {
    lease_id: createRowId('lease'),
    beaten_at: now,
    ended_at: null,
    end_reason: null,
  }
  await trx
    .insertInto('message_leases')
    .values({ thread_id: message.thread_id, message_id: message.id, ...lease })
    .onConflict((conflict) => conflict.columns(['thread_id', 'message_id']).doUpdateSet(lease))
    .execute()
  return lease.lease_id
}

/**
 * Renews the lease for a write of its holder.
 *
 * @param messageId `undefined` for a message that does not exist yet.
 * @throws AlcoveError `lease_mismatch` if the message has another lease or none, `run_ended`.
 */
export async function useLease(
  trx: Trx,
  threadId: string,
  messageId: string | undefined,
  leaseId: string,
  now: string,
): Promise<void> {
  const lease = await findLease(trx, threadId, leaseId)
  if (!lease || lease.message_id !== messageId) {
    throw new AlcoveError('lease_mismatch', 'This lease is not the one of the message.', {
      hint: 'Write with the lease_id that the call with open_run gave for this message.',
    })
  }
  await renew(trx, lease, now)
}

const findLease = (db: Queryable, threadId: string, leaseId: string) =>
  db
    .selectFrom('message_leases')
    .selectAll()
    .where('lease_id', '=', leaseId)
    .where('thread_id', '=', threadId)
    .executeTakeFirst()

async function requireLease(trx: Trx, scope: Scope, threadId: string, leaseId: string) {
  const thread = await findThread(trx, scope, threadId)
  if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  const lease = await findLease(trx, thread.id, leaseId)
  if (!lease) throw new AlcoveError('not_found', 'Run not found')
  return lease
}

async function renew(trx: Trx, lease: MessageLeasesTable, now: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('message_leases')
    .set({ beaten_at: now })
    .where('lease_id', '=', lease.lease_id)
    .where('ended_at', 'is', null)
    .where('beaten_at', '>', quietSince(now))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    throw new AlcoveError('run_ended', 'The run of this message has ended.', {
      hint: 'Write without lease_id, or open another run with open_run.',
    })
  }
}

/** A lease that was silent since then has ended. */
const quietSince = (now: string): string =>
  new Date(Date.parse(now) - LEASE_QUIET_MAX_MS).toISOString()

function toLease({ beaten_at: beatenAt, ended_at: endedAt }: MessageLeasesTable, now: string) {
  return {
    isRunning: endedAt === null && beatenAt > quietSince(now),
    quietMs: Math.max(0, Date.parse(now) - Date.parse(beatenAt)),
  }
}

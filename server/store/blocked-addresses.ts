import { AlcoveError } from '../../shared/errors.ts'
import { REPEATABLE, type Database } from './database.ts'
import type { BlockedAddressesTable } from './guard-tables.ts'

/** Maximum of blocks in force, since every server keeps them in memory and reads them every few seconds. */
export const BLOCKED_ADDRESSES_MAX = 10_000

export interface BlockedAddress {
  /** Key of the address; see `limits/address-key.ts`. */
  readonly addressKey: string
  /** `null`: all projects. */
  readonly projectId: string | null
  /** True if named users are refused as well. */
  readonly isForEverybody: boolean
  readonly reason: string | null
  readonly createdAt: string
  readonly endsAt: string
}

export type NewBlockedAddress = Omit<BlockedAddress, 'createdAt'>

export type BlockedAddressQueries = ReturnType<typeof createBlockedAddressQueries>

/** Addresses that the operator refuses. An expired block has no effect, even before it is removed. */
export function createBlockedAddressQueries({ read, write, now }: Database) {
  return {
    /**
     * Blocks an address, or replaces the end, the reach and the reason of its block.
     *
     * @throws AlcoveError `quota_exceeded` if {@link BLOCKED_ADDRESSES_MAX} blocks are in force.
     */
    block: (block: NewBlockedAddress): Promise<BlockedAddress> =>
      write(async (trx) => {
        const row = toColumns(block, now())
        const standing = await trx
          .selectFrom('blocked_addresses')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .where('ends_at', '>', row.created_at)
          .where('id', '!=', row.id)
          .executeTakeFirstOrThrow()
        if (Number(standing.count) >= BLOCKED_ADDRESSES_MAX) throw createFullError()
        const { everybody, reason, created_at, ends_at } = row
        const kept = await trx
          .insertInto('blocked_addresses')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ everybody, reason, created_at, ends_at }),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
        return toBlock(kept)
      }, REPEATABLE),
    /** Ends the block of a project, or all blocks of the address. Returns how many there were. */
    unblock: (addressKey: string, projectId: string | undefined): Promise<number> =>
      write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('blocked_addresses')
          .where('address_key', '=', addressKey)
          .where('ends_at', '>', now())
          .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
    /** The blocks in force, by their ends: at most {@link BLOCKED_ADDRESSES_MAX}. */
    async list(): Promise<readonly BlockedAddress[]> {
      const rows = await read((db) =>
        db
          .selectFrom('blocked_addresses')
          .selectAll()
          .where('ends_at', '>', now())
          .orderBy('ends_at')
          .limit(BLOCKED_ADDRESSES_MAX)
          .execute(),
      )
      return rows.map(toBlock)
    },
  }
}

const ALL_PROJECTS = ''

const toColumns = (
  { addressKey, projectId, isForEverybody, reason, endsAt }: NewBlockedAddress,
  createdAt: string,
): BlockedAddressesTable => ({
  id: `${addressKey} ${projectId ?? ALL_PROJECTS}`,
  address_key: addressKey,
  project_id: projectId ?? ALL_PROJECTS,
  everybody: isForEverybody ? 1 : 0,
  reason,
  created_at: createdAt,
  ends_at: endsAt,
})

const toBlock = (row: BlockedAddressesTable): BlockedAddress => ({
  addressKey: row.address_key,
  projectId: row.project_id === ALL_PROJECTS ? null : row.project_id,
  isForEverybody: row.everybody === 1,
  reason: row.reason,
  createdAt: row.created_at,
  endsAt: row.ends_at,
})

const createFullError = (): AlcoveError =>
  new AlcoveError(
    'quota_exceeded',
    `${BLOCKED_ADDRESSES_MAX} addresses are blocked, and no more can be.`,
    {
      hint: 'Let named users alone chat (project visitors), or ask new visitors for work (project work).',
    },
  )

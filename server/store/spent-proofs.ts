import type { Database } from './database.ts'

/** Proofs that can be used once, on all servers of the database. */
export function createSpentProofQueries({ write }: Database) {
  return {
    /**
     * Records a proof, and returns whether this was its first use.
     *
     * @param until expiry of the proof, after which the record may be removed.
     */
    spend: (id: string, until: string): Promise<boolean> =>
      write(async (trx) => {
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('spent_proofs')
          .values({ id, until })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows > 0n
      }),
  }
}

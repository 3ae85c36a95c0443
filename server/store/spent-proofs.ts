import type { Database } from './database.ts'

/** Proofs that are good once, on all servers of the database. */
export function createSpentProofQueries({ write }: Database) {
  return {
    /**
     * Notes that a proof was shown, and says whether this was the first time.
     *
     * @param until the end of the proof: the note may go then.
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

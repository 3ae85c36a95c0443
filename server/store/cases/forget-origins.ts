import { inStatements, type Trx } from '../database.ts'

/** After conversations were removed: cases that were made from them stay, without their ids. */
export async function forgetOrigins(trx: Trx, threadIds: readonly string[]): Promise<void> {
  for (const ids of inStatements(threadIds)) {
    await trx
      .updateTable('cases')
      .set({ thread_id: null, message_id: null })
      .where('thread_id', 'in', ids)
      .execute()
  }
}

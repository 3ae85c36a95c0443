import type { Trx } from '../database.ts'

/** After messages of a thread were removed or changed: notices about it keep ids and figures, and no words. */
export async function forgetNoticeWords(trx: Trx, threadId: string): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ words: null })
    .where('thread_id', '=', threadId)
    .where('words', 'is not', null)
    .execute()
}

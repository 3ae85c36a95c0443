import type { Trx } from '../database.ts'
import { forgetNoticeWords } from '../notices/forget-notices.ts'
import { settleThread } from './thread-facts.ts'

/**
 * After some messages of a thread were removed: their facts went with them, and what was summed from them
 * follows. Prompts of other answers have the words of removed messages, so they go too. The thread is locked.
 */
export async function forgetMessages(trx: Trx, threadId: string): Promise<void> {
  await forgetPrompts(trx, threadId)
  await forgetNoticeWords(trx, threadId)
  const thread = await trx
    .selectFrom('threads')
    .select(['id', 'project_id'])
    .where('id', '=', threadId)
    .executeTakeFirst()
  if (thread) await settleThread(trx, thread)
}

/** After the words of a message changed. */
export async function forgetWords(trx: Trx, threadId: string, messageId: string): Promise<void> {
  await forgetPrompts(trx, threadId)
  await forgetNoticeWords(trx, threadId)
  await trx
    .deleteFrom('asked_questions')
    .where('thread_id', '=', threadId)
    .where('message_id', '=', messageId)
    .execute()
}

async function forgetPrompts(trx: Trx, threadId: string): Promise<void> {
  await trx.deleteFrom('answer_prompts').where('thread_id', '=', threadId).execute()
  await trx.deleteFrom('prompt_uses').where('thread_id', '=', threadId).execute()
}

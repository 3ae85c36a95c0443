import type { Trx } from './database.ts'
import { ROWS_PER_STATEMENT } from './remove-messages.ts'

/** Tables with rows beside a message, which move with it. */
const BESIDE = ['step_memory', 'answer_knowledge'] as const
const MESSAGE_ROWS = ['messages', ...BESIDE] as const

/** Moves all messages of these threads to another workspace. */
export async function moveMessages(trx: Trx, threadIds: readonly string[], workspaceId: string) {
  for (const table of MESSAGE_ROWS) {
    await trx
      .updateTable(table)
      .set({ workspace_id: workspaceId })
      .where('thread_id', 'in', threadIds)
      .execute()
  }
}

/** The same in several statements, so that other calls run between them. */
export async function moveMessagesInTurns(
  trx: Trx,
  threadIds: readonly string[],
  workspaceId: string,
) {
  for (const threadId of threadIds) {
    let last: string | undefined = ''
    while (last !== undefined) {
      const rows: readonly { readonly id: string }[] = await trx
        .selectFrom('messages')
        .select('id')
        .where('thread_id', '=', threadId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(ROWS_PER_STATEMENT)
        .execute()
      const first: string = last
      last = rows.at(-1)?.id
      if (last === undefined) break
      await trx
        .updateTable('messages')
        .set({ workspace_id: workspaceId })
        .where('thread_id', '=', threadId)
        .where('id', '>', first)
        .where('id', '<=', last)
        .execute()
      for (const table of BESIDE) {
        await trx
          .updateTable(table)
          .set({ workspace_id: workspaceId })
          .where('thread_id', '=', threadId)
          .where('message_id', '>', first)
          .where('message_id', '<=', last)
          .execute()
      }
    }
  }
}

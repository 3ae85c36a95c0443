import { decodeRow } from '../../shared/thread/decode-row.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Cloud } from '../cloud/cloud.ts'

/** What the newest rows of a thread say of a turn. */
export interface SavedTurn {
  /** `null`: the answer has no row. */
  readonly answer: Message | null
  /** Whether the message that it answers has one, as far as can be seen. */
  readonly hasQuestion: boolean
}

/** @throws AlcoveError, or the signal's reason. */
export async function readSavedTurn(
  cloud: Pick<Cloud, 'messages'>,
  threadId: string,
  rows: { readonly question: string | undefined; readonly answer: string },
  signal: AbortSignal,
): Promise<SavedTurn> {
  const page = await cloud.messages(threadId, null, signal)
  const row = page.rows.find(({ id }) => id === rows.answer)
  const answer = row ? (decodeRow({ ...row, created_at: row.createdAt }) ?? null) : null
  const ids = [...page.rows, ...page.unreadable].map(({ id }) => id)
  // It may stand on an older page, where an old answer was made again.
  const hasQuestion =
    rows.question === undefined || page.next !== null || ids.includes(rows.question)
  return { answer, hasQuestion }
}

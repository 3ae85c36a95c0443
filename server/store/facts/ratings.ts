import { tellTroubles } from '../notices/tell-facts.ts'
import type { NoticePlace } from '../notices/tell-notice.ts'
import type { Trx } from '../database.ts'
import { addDaily, countAnswer, type DailyChanges } from './daily.ts'
import type { AnswerFactsTable } from './fact-tables.ts'
import { settleThread } from './thread-facts.ts'
import { sumTroubles } from './trouble.ts'

/** Name of the score that stores a person's rating of an answer: 1 or 0. */
export const FEEDBACK_SCORE = 'feedback'

type Rating = AnswerFactsTable['rating']

interface Thread {
  readonly id: string
  readonly project_id: string
}

/** The newest rating of an answer: several people may share a workspace. */
export async function readRating(trx: Trx, thread: Thread, messageId: string): Promise<Rating> {
  const row = await trx
    .selectFrom('scores')
    .select('value')
    .where('thread_id', '=', thread.id)
    .where('name', '=', FEEDBACK_SCORE)
    .where('message_id', '=', messageId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.value === null) return null
  return row.value > 0 ? 'good' : 'bad'
}

/** Locks the thread of an answer, before its ratings change. */
export async function lockRated(
  trx: Trx,
  isShared: boolean,
  threadId: string,
): Promise<Thread | undefined> {
  return trx
    .selectFrom('threads')
    .select(['id', 'project_id'])
    .where('id', '=', threadId)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Brings facts, tags and figures up to date after a rating. The thread is locked. */
export async function settleRating(
  place: NoticePlace,
  thread: Thread,
  messageId: string,
): Promise<void> {
  const { trx } = place
  const known = await trx
    .selectFrom('answer_facts')
    .selectAll()
    .where('thread_id', '=', thread.id)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!known) return
  const rating = await readRating(trx, thread, messageId)
  if (rating === known.rating) return
  const rated = { ...known, rating }
  const row = { ...rated, trouble: sumTroubles(rated) }
  await trx
    .updateTable('answer_facts')
    .set({ rating: row.rating, trouble: row.trouble })
    .where('thread_id', '=', thread.id)
    .where('message_id', '=', messageId)
    .execute()
  await settleThread(trx, thread, row)
  const changes: DailyChanges = new Map()
  countAnswer(changes, known, -1)
  countAnswer(changes, row, 1)
  await addDaily(trx, changes)
  await tellTroubles(place, known, row)
}

import type { NoticeEvent } from '../../../shared/desk/notices.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { AnswerFactsTable } from '../facts/fact-tables.ts'
import type { MessagesTable } from '../tables.ts'
import { tellNotice, type NoticePlace } from './tell-notice.ts'

/** Age of an answer from which on its troubles are history, such as those of a backup: nobody is told. */
export const TOLD_WITHIN_MS = 86_400_000

/**
 * Tells of the first message of a person in a thread. The thread is locked.
 *
 * @param content of the message, since parsing half a megabyte of its column takes long.
 */
export async function tellStart(
  place: NoticePlace,
  message: MessagesTable,
  content: JsonObject,
): Promise<void> {
  if (message.parent_id !== null || content['role'] !== 'user') return
  const earlier = await place.trx
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', message.thread_id)
    .where('id', '!=', message.id)
    .limit(1)
    .executeTakeFirst()
  if (earlier) return
  await tellNotice(place, {
    projectId: message.project_id,
    event: 'conversation.started',
    threadId: message.thread_id,
    data: { message: message.id },
  })
}

/** Tells which troubles an answer has that it did not have before. The thread is locked. */
export async function tellTroubles(
  place: NoticePlace,
  known: AnswerFactsTable | undefined,
  row: AnswerFactsTable,
): Promise<void> {
  const events = TROUBLES.filter(({ has }) => has(row) && !(known && has(known)))
  const isNews = Date.parse(place.now) - Date.parse(row.ended_at) < TOLD_WITHIN_MS
  // A rating may come long after its answer.
  const told = events.filter(({ event }) => isNews || (known && event === 'answer.rated_bad'))
  if (told.length === 0) return
  const words = await readQuestion(place, row)
  for (const { event } of told) {
    await tellNotice(place, {
      projectId: row.project_id,
      event,
      threadId: row.thread_id,
      data: {
        message: row.message_id,
        assistant: row.assistant,
        model: row.model,
        page: row.page,
        ...(event === 'answer.failed' ? { error: row.error } : {}),
      },
      words,
    })
  }
}

interface ToldTrouble {
  readonly event: NoticeEvent
  readonly has: (row: AnswerFactsTable) => boolean
}

const TROUBLES: readonly ToldTrouble[] = [
  { event: 'answer.failed', has: ({ state }) => state === 'error' },
  { event: 'answer.unanswered', has: (row) => row.is_unanswered === 1 },
  { event: 'answer.rated_bad', has: ({ rating }) => rating === 'bad' },
]

async function readQuestion(
  { trx }: NoticePlace,
  { thread_id, question_id }: AnswerFactsTable,
): Promise<string | null> {
  if (question_id === null) return null
  const row = await trx
    .selectFrom('asked_questions')
    .select('text')
    .where('thread_id', '=', thread_id)
    .where('message_id', '=', question_id)
    .executeTakeFirst()
  return row?.text ?? null
}

import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { isAiSdkFormat } from '../../shared/thread/decode-ai-sdk.ts'
import { AUI_V0 } from '../../shared/thread/stored-row.ts'
import type { MessageRow, ScoreRow, Scope, Store } from '../store/store.ts'

/** The score that a rating of a message is kept as: 1 or 0, one for each user and message. */
export const FEEDBACK_SCORE = 'feedback'

export type Rating = 'positive' | 'negative'

export const readRating = ({ value }: Pick<ScoreRow, 'value'>): Rating =>
  value === 1 ? 'positive' : 'negative'

/**
 * Rows of a thread with what the caller thought of them, where clients look for it. Only what is
 * answered has it: a stored copy would be wrong after the next rating.
 *
 * @param isOwn whether the frame asks: it reads ratings in rows of every format. Sites may check
 *   the metadata of the AI SDK's messages for their own fields, so theirs are left alone.
 */
export async function withFeedback(
  store: Store,
  scope: Scope,
  threadId: string,
  rows: readonly MessageRow[],
  isOwn: boolean,
): Promise<readonly MessageRow[]> {
  const isRated = ({ format, content }: MessageRow): boolean =>
    content['role'] === 'assistant' && (format === AUI_V0 || (isOwn && isAiSdkFormat(format)))
  if (!rows.some(isRated)) return rows
  const scores = await store.scores.listOfThread(scope, threadId, FEEDBACK_SCORE)
  const ratings = new Map(scores.map((score) => [score.messageId, readRating(score)]))
  return rows.map((row) => {
    const type = isRated(row) ? ratings.get(row.id) : undefined
    return type === undefined ? row : { ...row, content: withRating(row.content, type) }
  })
}

function withRating(content: JsonObject, type: Rating): JsonObject {
  const metadata = isPlainObject(content['metadata']) ? content['metadata'] : {}
  return { ...content, metadata: { ...metadata, submittedFeedback: { type } } }
}

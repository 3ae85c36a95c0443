import { isPlainObject, type JsonObject } from '../../shared/json.ts'
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
 */
export async function withFeedback(
  store: Store,
  scope: Scope,
  threadId: string,
  rows: readonly MessageRow[],
): Promise<readonly MessageRow[]> {
  if (!rows.some(isRated)) return rows
  const scores = await store.scores.listOfThread(scope, threadId, FEEDBACK_SCORE)
  const ratings = new Map(scores.map((score) => [score.messageId, readRating(score)]))
  return rows.map((row) => {
    const type = isRated(row) ? ratings.get(row.id) : undefined
    return type === undefined ? row : { ...row, content: withRating(row.content, type) }
  })
}

const isRated = ({ format, content }: MessageRow): boolean =>
  format === AUI_V0 && content['role'] === 'assistant'

function withRating(content: JsonObject, type: Rating): JsonObject {
  const metadata = isPlainObject(content['metadata']) ? content['metadata'] : {}
  return { ...content, metadata: { ...metadata, submittedFeedback: { type } } }
}

import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { isAiSdkFormat, AUI_V0 } from '../../shared/thread/decode-row.ts'
import {
  FEEDBACK_SCORE,
  type MessageTextRow,
  type Scope,
  type ScoreRow,
  type Store,
} from '../store/store.ts'

export type Rating = 'positive' | 'negative'

export const readRating = ({ value }: Pick<ScoreRow, 'value'>): Rating =>
  value === 1 ? 'positive' : 'negative'

/** Fields of a row that are known before its content is read. */
type RatedRow = Pick<MessageTextRow, 'id' | 'format'>

/**
 * Reads the caller's ratings of rows of a thread. Only answers of the API contain them: in a stored copy they
 * would be wrong after the next rating.
 *
 * @param isOwn true for the frame, which reads ratings in rows of every format. Sites may validate the
 * metadata of the AI SDK's messages, so those rows are left unchanged.
 */
export async function readRatings(
  store: Store,
  scope: Scope,
  threadId: string,
  rows: readonly RatedRow[],
  isOwn: boolean,
): Promise<ReadonlyMap<string, Rating>> {
  const shown = rows.filter(({ format }) => format === AUI_V0 || (isOwn && isAiSdkFormat(format)))
  if (shown.length === 0) return new Map()
  const scores = await store.scores.listOfThread(scope, threadId, FEEDBACK_SCORE)
  const ratings = new Map(scores.map((score) => [score.messageId, readRating(score)]))
  return new Map(
    shown.flatMap(({ id }) => {
      const rating = ratings.get(id)
      return rating === undefined ? [] : [[id, rating] as const]
    }),
  )
}

/** Only messages of the assistant have ratings. */
export function withRating(content: JsonObject, type: Rating | undefined): JsonObject {
  if (type === undefined || content['role'] !== 'assistant') return content
  const metadata = isPlainObject(content['metadata']) ? content['metadata'] : {}
  return { ...content, metadata: { ...metadata, submittedFeedback: { type } } }
}

import { speedBucket } from '../../server/store/facts/speeds.ts'
import { sumTroubles } from '../../server/store/facts/trouble.ts'
import { FEEDBACK_SCORE } from '../../server/store/store.ts'
import type { Bulk, Row } from '../store-bulk.ts'

const DAY_MS = 86_400_000
const DAYS = 366
const BATCH_ROWS = 500
const ASSISTANTS = ['main', 'sales', 'support', 'returns']
const MODELS = ['openai/large', 'openai/small', 'local/llama']
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ar']
/** Times to the first word of the answers of a day, each in a bucket of its own. */
const SPEEDS = Array.from({ length: 12 }, (_, n) => 200 * 1.2 ** n)

/** A year of figures by day: a row for each assistant, model and language on each day. */
export async function seedFigures(bulk: Bulk, projectId: string): Promise<void> {
  let [figures, speeds]: [Row[], Row[]] = [[], []]
  for (let day = 0; day < DAYS; day += 1) {
    for (const key of keysOf(projectId, Date.now() - day * DAY_MS)) {
      figures.push(figureRow(key))
      speeds.push(...SPEEDS.map((ms) => ({ ...key, bucket: speedBucket(ms), answers: 3 })))
    }
    await bulk.insert('daily_figures', figures)
    for (let first = 0; first < speeds.length; first += BATCH_ROWS) {
      await bulk.insert('daily_speeds', speeds.slice(first, first + BATCH_ROWS))
    }
    figures = []
    speeds = []
  }
}

const toDay = (at: string): string => at.slice(0, '2026-11-29'.length)

const keysOf = (projectId: string, ms: number): Row[] =>
  ASSISTANTS.flatMap((assistant) =>
    MODELS.flatMap((model) =>
      LANGUAGES.map((language) => ({
        project_id: projectId,
        day: toDay(new Date(ms).toISOString()),
        assistant,
        model,
        language,
      })),
    ),
  )

const figureRow = (key: Row): Row => ({
  ...key,
  visitors: 10,
  conversations: 10,
  answers: 36,
  unpriced: 0,
  unanswered: 1,
  errors: 1,
  stopped: 1,
  repeated: 1,
  good: 3,
  bad: 1,
  input_tokens: 50_000,
  cached_tokens: 20_000,
  output_tokens: 9_000,
  reasoning_tokens: 1_000,
  cost_micros: 120_000,
})

/** An answer to a question of the seed. */
export interface SeededAnswer {
  readonly projectId: string
  readonly threadId: string
  readonly user: string
  readonly questionId: string
  readonly messageId: string
  readonly at: string
  /** Below 1,000, from which its trouble, its rating and its tools follow. */
  readonly chance: number
}

const ratingOf = ({ chance }: SeededAnswer): 'good' | 'bad' | null =>
  chance < 10 ? 'bad' : chance < 60 ? 'good' : null

/** Facts of an answer: one of a hundred is rated badly, one of a hundred unanswered, one of ten called a tool. */
export function answerRow(answer: SeededAnswer): Row {
  const { projectId, threadId, questionId, messageId, at, chance } = answer
  const facts = {
    rating: ratingOf(answer),
    state: chance >= 995 ? 'error' : 'complete',
    is_unanswered: chance >= 500 && chance < 510 ? 1 : 0,
    is_repeated: 0,
    tools: JSON.stringify(
      chance % 10 === 0 ? [{ name: `tool_${chance % 30}`, failed: chance < 100 }] : [],
    ),
  }
  return {
    thread_id: threadId,
    message_id: messageId,
    project_id: projectId,
    question_id: questionId,
    day: toDay(at),
    assistant: 'main',
    model: MODELS[chance % MODELS.length]!,
    language: 'en',
    started_at: at,
    ended_at: at,
    first_word_ms: 400,
    whole_ms: 4_000,
    input_tokens: 1_400,
    cached_tokens: 500,
    output_tokens: 250,
    reasoning_tokens: 30,
    cost_micros: 3_300,
    error: null,
    sources: '[]',
    page: null,
    ...facts,
    trouble: sumTroubles(facts),
  }
}

/** The person's rating of an answer, if it has one. */
export function scoreRows(answer: SeededAnswer): readonly Row[] {
  const rating = ratingOf(answer)
  if (rating === null) return []
  const { projectId, threadId, messageId, user, at } = answer
  return [
    {
      id: `score_${messageId}`,
      project_id: projectId,
      workspace_id: user,
      user_id: user,
      name: FEEDBACK_SCORE,
      target: messageId,
      data_type: 'boolean',
      value: rating === 'good' ? 1 : 0,
      string_value: null,
      comment: rating === 'good' ? null : 'Not correct, Too long',
      thread_id: threadId,
      message_id: messageId,
      run_id: null,
      created_at: at,
      updated_at: at,
    },
  ]
}

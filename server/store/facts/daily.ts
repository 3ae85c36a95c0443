import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../database.ts'
import type { AnswerFactsTable, DailyFiguresTable } from './fact-tables.ts'
import { speedBucket } from './speeds.ts'

type DailyKey = Pick<DailyFiguresTable, 'project_id' | 'day' | 'assistant' | 'model' | 'language'>
type Figures = Omit<DailyFiguresTable, keyof DailyKey>
const KEY = ['project_id', 'day', 'assistant', 'model', 'language'] as const

/** Changes of the figures of days, by their key. */
export type DailyChanges = Map<
  string,
  { readonly key: DailyKey; figures: Figures; readonly speeds: Map<number, number> }
>

const NO_FIGURES: Figures = {
  visitors: 0,
  conversations: 0,
  answers: 0,
  input_tokens: 0,
  cached_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  cost_micros: 0,
  unpriced: 0,
  unanswered: 0,
  errors: 0,
  stopped: 0,
  repeated: 0,
  good: 0,
  bad: 0,
  embedding_calls: 0,
  embedding_tokens: 0,
}
/** Columns of figures by day that are sums. */
export const FIGURES = Object.keys(NO_FIGURES) as (keyof Figures)[]

const keyOf = (row: AnswerFactsTable): DailyKey => ({
  project_id: row.project_id,
  day: row.day,
  assistant: row.assistant,
  model: row.model ?? '',
  language: row.language,
})

const is = (condition: boolean): number => (condition ? 1 : 0)

/** Shares of an answer in the figures of its day. */
const figuresOf = (row: AnswerFactsTable): Figures => ({
  ...NO_FIGURES,
  answers: 1,
  input_tokens: row.input_tokens ?? 0,
  cached_tokens: row.cached_tokens ?? 0,
  output_tokens: row.output_tokens ?? 0,
  reasoning_tokens: row.reasoning_tokens ?? 0,
  cost_micros: row.cost_micros ?? 0,
  unpriced: is(row.cost_micros === null),
  unanswered: row.is_unanswered,
  errors: is(row.state === 'error'),
  stopped: is(row.state === 'stopped'),
  repeated: row.is_repeated,
  good: is(row.rating === 'good'),
  bad: is(row.rating === 'bad'),
})

/** Counts an answer, or takes it back with a `sign` of -1. */
export function countAnswer(
  changes: DailyChanges,
  row: AnswerFactsTable,
  sign: 1 | -1,
  first: Partial<Pick<Figures, 'visitors' | 'conversations'>> = {},
): void {
  const key = keyOf(row)
  const change = addChange(changes, key, { ...figuresOf(row), ...first }, sign)
  if (row.first_word_ms === null) return
  const bucket = speedBucket(row.first_word_ms)
  change.speeds.set(bucket, (change.speeds.get(bucket) ?? 0) + sign)
}

function addChange(changes: DailyChanges, key: DailyKey, added: Figures, sign: 1 | -1) {
  const name = KEY.map((column) => key[column]).join('\n')
  const change = changes.get(name) ?? { key, figures: NO_FIGURES, speeds: new Map() }
  change.figures = Object.fromEntries(
    FIGURES.map((figure) => [figure, change.figures[figure] + sign * added[figure]]),
  ) as unknown as Figures
  changes.set(name, change)
  return change
}

/** A call of an embedding model. */
export interface EmbeddingCall {
  readonly projectId: string
  /** Day of the figures to which it counts. */
  readonly day: string
  readonly model: string
  readonly tokens: number
  /** Null: the model has no price. */
  readonly costMicros: number | null
}

/** Counts a call of an embedding model, which belongs to no assistant and no language. */
export async function addEmbedding(
  trx: Trx,
  { projectId, day, model, tokens, costMicros }: EmbeddingCall,
): Promise<void> {
  const changes: DailyChanges = new Map()
  const key = { project_id: projectId, day, assistant: '', model, language: '' }
  const cost = { cost_micros: costMicros ?? 0 }
  addChange(
    changes,
    key,
    { ...NO_FIGURES, ...cost, embedding_calls: 1, embedding_tokens: tokens },
    1,
  )
  await addDaily(trx, changes)
}

/** Adds the changes in the order of their keys: transactions that lock the same rows never deadlock. */
export async function addDaily(trx: Trx, changes: DailyChanges): Promise<void> {
  const ordered = [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [, { key, figures }] of ordered) {
    if (FIGURES.every((figure) => figures[figure] === 0)) continue
    await trx
      .insertInto('daily_figures')
      .values({ ...key, ...figures })
      .onConflict((conflict) =>
        conflict
          .columns([...KEY])
          .doUpdateSet(
            Object.fromEntries(
              FIGURES.map((figure) => [
                figure,
                sql<number>`${sql.ref(`daily_figures.${figure}`)} + ${sql.ref(`excluded.${figure}`)}`,
              ]),
            ),
          ),
      )
      .execute()
  }
  for (const [, { key, speeds }] of ordered) {
    for (const [bucket, answers] of [...speeds].toSorted(([one], [other]) => one - other)) {
      if (answers === 0) continue
      await trx
        .insertInto('daily_speeds')
        .values({ ...key, bucket, answers })
        .onConflict((conflict) =>
          conflict.columns([...KEY, 'bucket']).doUpdateSet({
            answers: sql<number>`daily_speeds.answers + excluded.answers`,
          }),
        )
        .execute()
    }
  }
}

/** A user in `daily_visitors`. */
export const hashUser = (projectId: string, userId: string): string => hashOf([projectId, userId])

/** A conversation in `daily_visitors`: its facts may go before the day ends. */
export const hashThread = (projectId: string, threadId: string): string =>
  hashOf([projectId, 'thread', threadId])

const hashOf = (names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex')

/** Counts a user or a conversation on a day, by its hash. Returns whether it is the first time. */
export async function addToDay(
  trx: Trx,
  projectId: string,
  hash: string,
  day: string,
  now: string,
): Promise<boolean> {
  const made = await trx
    .insertInto('daily_visitors')
    .values({
      project_id: projectId,
      day,
      user_hash: hash,
      counted_at: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_hash', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()
  return made !== undefined
}

/** For models that only made-up conversations have: figures of real ones stay when these go. */
export async function removeFiguresOf(
  trx: Trx,
  projectId: string,
  models: readonly string[],
): Promise<void> {
  for (const table of ['daily_figures', 'daily_speeds'] as const) {
    await trx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('model', 'in', models)
      .execute()
  }
}

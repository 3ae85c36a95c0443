import { REPEATABLE, type Database, type Trx } from '../database.ts'
import {
  addDaily,
  addToDay,
  countAnswer,
  hashThread,
  hashUser,
  type DailyChanges,
} from './daily.ts'
import type { AnswerFactsTable } from './fact-tables.ts'
import { readRating } from './ratings.ts'
import { tellTroubles } from '../notices/tell-facts.ts'
import { settleThread } from './thread-facts.ts'
import { sumTroubles, type ToolUse } from './trouble.ts'

/** Facts of an answer that has ended, or has been continued. */
export interface NewFacts {
  readonly projectId: string
  readonly threadId: string
  readonly messageId: string
  /** Day of the figures to which it counts. */
  readonly day: string
  readonly assistant: string
  readonly model: string | null
  readonly language: string
  readonly startedAt: string
  readonly endedAt: string
  readonly firstWordMs: number | null
  readonly wholeMs: number
  readonly inputTokens: number | null
  readonly cachedTokens: number | null
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
  readonly costMicros: number | null
  readonly state: AnswerFactsTable['state']
  readonly error: string | null
  readonly isUnanswered: boolean
  readonly tools: readonly ToolUse[]
  readonly sources: readonly string[]
  readonly page: string | null
  /** Null: there is none that can be read. */
  readonly question: {
    readonly id: string
    readonly askedAt: string
    readonly text: string
    readonly words: string
  } | null
}

/** Writes facts of answers. */
export function createFactWrites({ write, now, isShared }: Database) {
  return {
    /**
     * Writes the facts of an answer, and counts it to its day, in one transaction with the claim of the answer:
     * each answer counts once, whichever process comes first. Facts of a continued answer replace those from before.
     *
     * @returns false if they have been written, or the answer is gone.
     */
    save: (facts: NewFacts): Promise<boolean> =>
      write((trx) => save(trx, isShared, facts, now()), REPEATABLE),
  }
}

// All transactions lock in this order: thread, its facts, visitor, figures by their keys.
async function save(trx: Trx, isShared: boolean, facts: NewFacts, now: string): Promise<boolean> {
  const { projectId, threadId, messageId } = facts
  const thread = await trx
    .selectFrom('threads')
    .select(['id', 'project_id', 'workspace_id', 'user_id'])
    .where('id', '=', threadId)
    .where('project_id', '=', projectId)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!thread) return false
  const claimed = await trx
    .deleteFrom('facts_due')
    .where('thread_id', '=', threadId)
    .where('message_id', '=', messageId)
    .returning('due_at')
    .executeTakeFirst()
  if (!claimed) return false
  const known = await trx
    .selectFrom('answer_facts')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  const isOnDay = known !== undefined || (await hasAnswer(trx, threadId, 'day', facts.day))
  const isRepeated =
    known?.is_repeated === 1 ||
    (!known &&
      facts.question !== null &&
      (await hasAnswer(trx, threadId, 'question_id', facts.question.id)))
  const rating = await readRating(trx, thread, messageId)
  const row = toRow(facts, known, isRepeated, rating)
  await trx
    .insertInto('answer_facts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['thread_id', 'message_id']).doUpdateSet(row))
    .execute()
  await saveQuestion(trx, facts)
  await settleThread(trx, thread, known ? undefined : row)
  const isFirst = (hash: string) => addToDay(trx, projectId, hash, facts.day, now)
  const isNewVisitor = !known && (await isFirst(hashUser(projectId, thread.user_id)))
  // Its answers of the day may have been removed.
  const isNewThread = !isOnDay && (await isFirst(hashThread(projectId, threadId)))
  const changes: DailyChanges = new Map()
  if (known) countAnswer(changes, known, -1)
  countAnswer(changes, row, 1, {
    visitors: isNewVisitor ? 1 : 0,
    conversations: isNewThread ? 1 : 0,
  })
  await addDaily(trx, changes)
  await tellTroubles({ trx, isShared, now }, known, row)
  return true
}

/** True if the thread has facts with that value. */
async function hasAnswer(
  trx: Trx,
  threadId: string,
  column: 'day' | 'question_id',
  value: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('answer_facts')
    .select('message_id')
    .where('thread_id', '=', threadId)
    .where(column, '=', value)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function toRow(
  facts: NewFacts,
  known: AnswerFactsTable | undefined,
  isRepeated: boolean,
  rating: AnswerFactsTable['rating'],
): AnswerFactsTable {
  const row = {
    thread_id: facts.threadId,
    message_id: facts.messageId,
    project_id: facts.projectId,
    question_id: facts.question?.id ?? null,
    // A continued answer stays on its day, and its first word is that of its beginning.
    day: known?.day ?? facts.day,
    assistant: facts.assistant,
    model: facts.model,
    language: facts.language,
    started_at: known?.started_at ?? facts.startedAt,
    ended_at: facts.endedAt,
    first_word_ms: known?.first_word_ms ?? facts.firstWordMs,
    whole_ms: (known?.whole_ms ?? 0) + facts.wholeMs,
    input_tokens: facts.inputTokens,
    cached_tokens: facts.cachedTokens,
    output_tokens: facts.outputTokens,
    reasoning_tokens: facts.reasoningTokens,
    cost_micros: facts.costMicros,
    state: facts.state,
    error: facts.error,
    is_unanswered: facts.isUnanswered ? 1 : 0,
    is_repeated: isRepeated ? 1 : 0,
    rating,
    tools: JSON.stringify(facts.tools),
    sources: JSON.stringify(facts.sources),
    page: facts.page,
  }
  return { ...row, trouble: sumTroubles(row) }
}

async function saveQuestion(trx: Trx, { projectId, threadId, messageId, question }: NewFacts) {
  if (!question) return
  const row = { answer_id: messageId, text: question.text, words: question.words }
  await trx
    .insertInto('asked_questions')
    .values({
      thread_id: threadId,
      message_id: question.id,
      project_id: projectId,
      asked_at: question.askedAt,
      ...row,
    })
    .onConflict((conflict) => conflict.columns(['thread_id', 'message_id']).doUpdateSet(row))
    .execute()
}

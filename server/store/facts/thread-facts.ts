import type { Trx } from '../database.ts'
import type { AnswerFactsTable } from './fact-tables.ts'
import { readToolUses } from './trouble.ts'

/** Tags that one answer gives at most: a model that calls many tools fills no index. */
const TAGS_PER_ANSWER_MAX = 64
const RATING_TAGS = { good: 'rating:good', bad: 'rating:bad' } as const

type TaggedRow = Pick<
  AnswerFactsTable,
  | 'assistant'
  | 'language'
  | 'tools'
  | 'sources'
  | 'page'
  | 'is_unanswered'
  | 'is_repeated'
  | 'state'
>

/** The tags of an answer, without those of ratings. */
function tagsOf(row: TaggedRow): readonly string[] {
  const tags = [
    `assistant:${row.assistant}`,
    ...(row.language === '' ? [] : [`language:${row.language}`]),
    ...(row.page === null ? [] : [`page:${row.page}`]),
    ...(row.is_unanswered ? ['state:unanswered'] : []),
    ...(row.state === 'error' ? ['state:error'] : []),
    ...(row.state === 'stopped' ? ['state:stopped'] : []),
    ...(row.is_repeated ? ['state:repeated'] : []),
    ...(JSON.parse(row.sources) as string[]).map((id) => `source:${id}`),
    ...readToolUses(row.tools).map(({ name }) => `tool:${name}`),
  ]
  return [...new Set(tags)].slice(0, TAGS_PER_ANSWER_MAX)
}

interface Thread {
  readonly id: string
  readonly project_id: string
}

/**
 * Brings the facts and tags of a thread up to date. The thread is locked.
 *
 * @param added an answer that was just added, if nothing else changed; its tags are added to those that stand. Default: all are read anew.
 */
export async function settleThread(
  trx: Trx,
  thread: Thread,
  added?: AnswerFactsTable,
): Promise<void> {
  const sums = await trx
    .selectFrom('answer_facts')
    .select(({ fn, eb }) => [
      fn.countAll().as('answers'),
      fn.max('ended_at').as('lastAt'),
      fn.sum('cost_micros').as('cost'),
      fn.sum(eb.case().when('rating', '=', 'good').then(1).else(0).end()).as('good'),
      fn.sum(eb.case().when('rating', '=', 'bad').then(1).else(0).end()).as('bad'),
    ])
    .where('thread_id', '=', thread.id)
    .executeTakeFirstOrThrow()
  if (Number(sums.answers) === 0) {
    await trx.deleteFrom('thread_facts').where('thread_id', '=', thread.id).execute()
    await trx.deleteFrom('thread_tags').where('thread_id', '=', thread.id).execute()
    return
  }
  const [good, bad] = [Number(sums.good), Number(sums.bad)]
  const facts = {
    last_at: sums.lastAt,
    answers: Number(sums.answers),
    good,
    bad,
    cost_micros: sums.cost === null ? null : Number(sums.cost),
    question_id: await firstQuestion(trx, thread.id),
  }
  await trx
    .insertInto('thread_facts')
    .values({ thread_id: thread.id, project_id: thread.project_id, ...facts })
    .onConflict((conflict) => conflict.column('thread_id').doUpdateSet(facts))
    .execute()
  const rated = [...(good > 0 ? [RATING_TAGS.good] : []), ...(bad > 0 ? [RATING_TAGS.bad] : [])]
  const tags = added ? tagsOf(added) : await allTags(trx, thread.id)
  await writeTags(trx, thread, [...tags, ...rated], sums.lastAt, added !== undefined)
}

async function firstQuestion(trx: Trx, threadId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('answer_facts')
    .select('question_id')
    .where('thread_id', '=', threadId)
    .where('question_id', 'is not', null)
    .orderBy('started_at')
    .orderBy('message_id')
    .limit(1)
    .executeTakeFirst()
  return row?.question_id ?? null
}

async function allTags(trx: Trx, threadId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('answer_facts')
    .selectAll()
    .where('thread_id', '=', threadId)
    .execute()
  return rows.flatMap(tagsOf)
}

async function writeTags(
  trx: Trx,
  { id, project_id }: Thread,
  tags: readonly string[],
  lastAt: string,
  keepsOthers: boolean,
): Promise<void> {
  const wanted = [...new Set(tags)].toSorted()
  const ofThread = trx.deleteFrom('thread_tags').where('thread_id', '=', id)
  const unrated = Object.values(RATING_TAGS).filter((tag) => !wanted.includes(tag))
  if (!keepsOthers) await ofThread.where('tag', 'not in', wanted).execute()
  else if (unrated.length > 0) await ofThread.where('tag', 'in', unrated).execute()
  await trx
    .updateTable('thread_tags')
    .set({ last_at: lastAt })
    .where('thread_id', '=', id)
    .where('last_at', '<>', lastAt)
    .execute()
  for (const tag of wanted) {
    await trx
      .insertInto('thread_tags')
      .values({ project_id, tag, thread_id: id, last_at: lastAt })
      .onConflict((conflict) => conflict.columns(['project_id', 'tag', 'thread_id']).doNothing())
      .execute()
  }
}

import { sql } from 'kysely'
import { inStatements, REPEATABLE, type Database, type Trx } from '../database.ts'

/** Texts that one statement writes: each may have thousands of characters. */
const TEXTS_PER_STATEMENT = 50
/** Few, so that both engines find each by its key. */
const TEXTS_REMOVED_AT_ONCE = 20
const DAY_LENGTH = '2026-11-29'.length

/** A message of a prompt: its text is in `prompt_texts`. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  /** SHA-256 of the text. */
  readonly hash: string
}

/** A call of the model, as `answer_prompts.data` has it: a list of these. */
export interface PromptStep {
  readonly model: string
  readonly messages: readonly PromptMessage[]
  /** Names of the tools that the model could call. */
  readonly tools: readonly string[]
}

export interface NewPrompts {
  readonly projectId: string
  readonly threadId: string
  readonly messageId: string
  readonly steps: readonly PromptStep[]
  /** Texts of the steps by their hash. */
  readonly texts: ReadonlyMap<string, string>
}

/** Prompts of an answer, as they were sent. */
export interface AnswerPrompts {
  readonly steps: readonly PromptStep[]
  /** By their hash. */
  readonly texts: ReadonlyMap<string, string>
}

const readPromptSteps = (data: string): readonly PromptStep[] =>
  JSON.parse(data) as readonly PromptStep[]

/** Prompts as they were sent to models. */
export function createPromptQueries({ read, write, now, isShared }: Database) {
  return {
    /** Adds the steps of an answer behind those that it has. Does nothing for an answer that is gone. */
    savePrompts: (prompts: NewPrompts): Promise<void> =>
      write((trx) => savePrompts(trx, isShared, prompts, now())),
    /** Steps of an answer with their texts; undefined: none are kept. */
    readPrompts: (
      projectId: string,
      threadId: string,
      messageId: string,
    ): Promise<AnswerPrompts | undefined> =>
      read(async (db) => {
        const row = await db
          .selectFrom('answer_prompts')
          .select('data')
          .where('thread_id', '=', threadId)
          .where('message_id', '=', messageId)
          .where('project_id', '=', projectId)
          .executeTakeFirst()
        if (!row) return undefined
        const steps = readPromptSteps(row.data)
        const hashes = [...new Set(steps.flatMap((step) => step.messages.map(({ hash }) => hash)))]
        const texts = new Map<string, string>()
        for (const some of inStatements(hashes)) {
          const found = await db
            .selectFrom('prompt_texts')
            .select(['hash', 'text'])
            .where('project_id', '=', projectId)
            .where('hash', 'in', some)
            .execute()
          for (const { hash, text } of found) texts.set(hash, text)
        }
        return { steps, texts }
      }),
    /** Removes at most `limit` prompts of a project from before a time, and uses of texts from before that day. */
    removeOldPrompts: (projectId: string, before: string, limit: number): Promise<number> =>
      write((trx) => removeOldPrompts(trx, projectId, before, limit), REPEATABLE),
    /** Removes some texts that no thread uses any more. Returns how many were looked at; 0: none is left. */
    removeLooseTexts: (): Promise<number> =>
      write((trx) => removeLooseTexts(trx, isShared), REPEATABLE),
  }
}

async function savePrompts(trx: Trx, isShared: boolean, prompts: NewPrompts, now: string) {
  const { projectId, threadId, messageId, steps, texts } = prompts
  const answer = await trx
    .selectFrom('threads')
    .innerJoin('messages', 'messages.thread_id', 'threads.id')
    .select('messages.id')
    .where('threads.id', '=', threadId)
    .where('messages.id', '=', messageId)
    .$if(isShared, (query) => query.forUpdate('threads'))
    .executeTakeFirst()
  if (!answer) return
  const hashes = [...texts.keys()].toSorted()
  await addTexts(trx, isShared, prompts, hashes)
  const usedOn = now.slice(0, DAY_LENGTH)
  for (const some of inStatements(hashes, TEXTS_PER_STATEMENT)) {
    await trx
      .insertInto('prompt_uses')
      .values(
        some.map((hash) => ({
          thread_id: threadId,
          hash,
          project_id: projectId,
          used_on: usedOn,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['thread_id', 'hash'])
          .doUpdateSet({ used_on: usedOn })
          .where('prompt_uses.used_on', '<', usedOn),
      )
      .execute()
  }
  const known = await trx
    .selectFrom('answer_prompts')
    .select('data')
    .where('thread_id', '=', threadId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  const data = JSON.stringify([...(known ? readPromptSteps(known.data) : []), ...steps])
  await trx
    .insertInto('answer_prompts')
    .values({
      thread_id: threadId,
      message_id: messageId,
      project_id: projectId,
      made_at: now,
      data,
    })
    .onConflict((conflict) =>
      conflict.columns(['thread_id', 'message_id']).doUpdateSet({ data, made_at: now }),
    )
    .execute()
}

/** Adds texts that the project lacks. Those that it has are locked, so that no purge removes them meanwhile. */
async function addTexts(
  trx: Trx,
  isShared: boolean,
  { projectId, texts }: NewPrompts,
  hashes: readonly string[],
) {
  for (const some of inStatements(hashes, TEXTS_PER_STATEMENT)) {
    const known = await trx
      .selectFrom('prompt_texts')
      .select('hash')
      .where('project_id', '=', projectId)
      .where('hash', 'in', some)
      .orderBy('hash')
      .$if(isShared, (query) => query.forKeyShare())
      .execute()
    const has = new Set(known.map(({ hash }) => hash))
    const missing = some.filter((hash) => !has.has(hash))
    if (missing.length === 0) continue
    await trx
      .insertInto('prompt_texts')
      .values(missing.map((hash) => ({ project_id: projectId, hash, text: texts.get(hash) ?? '' })))
      .onConflict((conflict) => conflict.columns(['project_id', 'hash']).doNothing())
      .execute()
  }
}

async function removeOldPrompts(trx: Trx, projectId: string, before: string, limit: number) {
  const prompts = await sql`
    delete from answer_prompts where (thread_id, message_id) in (
      select thread_id, message_id from answer_prompts
      where project_id = ${projectId} and made_at < ${before}
      order by made_at limit ${limit}
    )
  `.execute(trx)
  const uses = await sql`
    delete from prompt_uses where (thread_id, hash) in (
      select thread_id, hash from prompt_uses
      where project_id = ${projectId} and used_on < ${before.slice(0, DAY_LENGTH)}
      order by used_on limit ${limit}
    )
  `.execute(trx)
  return Number(prompts.numAffectedRows ?? 0n) + Number(uses.numAffectedRows ?? 0n)
}

async function removeLooseTexts(trx: Trx, isShared: boolean): Promise<number> {
  const first = await trx
    .selectFrom('loose_prompt_texts')
    .select('project_id')
    .where('project_id', '>=', '')
    .orderBy('project_id')
    .limit(1)
    .executeTakeFirst()
  if (!first) return 0
  const { project_id: projectId } = first
  const rows = await trx
    .selectFrom('loose_prompt_texts')
    .select('hash')
    .where('project_id', '=', projectId)
    .orderBy('hash')
    .limit(TEXTS_REMOVED_AT_ONCE)
    .$if(isShared, (query) => query.forUpdate().skipLocked())
    .execute()
  const loose = rows.map(({ hash }) => hash)
  if (loose.length === 0) return 0
  // A prompt that is being written holds the texts that it takes: those stay for the next time.
  const free = isShared ? await lockFree(trx, projectId, loose) : loose
  if (free.length === 0) return 0
  await trx
    .deleteFrom('prompt_texts')
    .where('project_id', '=', projectId)
    .where('hash', 'in', free)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('prompt_uses')
            .select('prompt_uses.hash')
            .whereRef('prompt_uses.project_id', '=', 'prompt_texts.project_id')
            .whereRef('prompt_uses.hash', '=', 'prompt_texts.hash'),
        ),
      ),
    )
    .execute()
  await trx
    .deleteFrom('loose_prompt_texts')
    .where('project_id', '=', projectId)
    .where('hash', 'in', free)
    .execute()
  return free.length
}

/** Locks texts before their uses are read. Returns those that no other transaction holds. */
async function lockFree(
  trx: Trx,
  projectId: string,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const texts = trx
    .selectFrom('prompt_texts')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('hash', 'in', hashes)
  const locked = await texts.forUpdate().skipLocked().execute()
  const free = new Set(locked.map(({ hash }) => hash))
  const held = (await texts.execute()).filter(({ hash }) => !free.has(hash))
  const isHeld = new Set(held.map(({ hash }) => hash))
  return hashes.filter((hash) => !isHeld.has(hash))
}

import { createUserMessage } from '../../../shared/thread/message.ts'
import { encodeMessage } from '../../../shared/thread/encode-message.ts'
import { AUI_V0 } from '../../../shared/thread/decode-row.ts'
import { encodeAnswer } from '../../runs/read-history.ts'
import { reportRun } from '../../runs/keep-run.ts'
import { FEEDBACK_SCORE, type Scope, type Store } from '../../store/store.ts'
import type { AnswerFacts } from '../facts/create-answer-facts.ts'
import { answerOf, callsOf, type SeedPages } from './seed-answer.ts'
import { keepSeedPages } from './seed-pages.ts'
import { createSeedPlan, type SeedAnswer, type SeedConversation } from './seed-plan.ts'

/** Made-up users: their ids tell them from people. */
const USERS = 300
export const seedUsers = (): readonly string[] =>
  Array.from({ length: USERS }, (_, index) => `desk-seed-${index + 1}`)

const LEASE_MS = 60_000
const RATE_AFTER_MS = 20_000

export interface SeedSetup {
  /** With the seed's clock. */
  readonly store: Store
  readonly facts: Pick<AnswerFacts, 'keep'>
  /** Sets the clock of store and facts, in milliseconds since 1970. */
  readonly setClock: (ms: number) => void
  readonly projectId: string
  readonly conversations: number
  readonly seed: number
  /** End of the thirty days. */
  readonly endsAt: number
  /** Called with each conversation that is made. Default: nothing. */
  readonly onProgress?: ((done: number, title: string) => void) | undefined
}

/** Fills a project with made-up conversations, by the functions that save real ones. Returns how many answers. */
export async function seedProject(setup: SeedSetup): Promise<number> {
  const { conversations, seed, endsAt, onProgress = () => {} } = setup
  const users = seedUsers()
  const pages = await keepSeedPages(setup.store, setup.projectId)
  let answers = 0
  let done = 0
  for (const conversation of createSeedPlan({ conversations, seed, endsAt })) {
    const userId = users[conversation.user % users.length] ?? ''
    const scope = { projectId: setup.projectId, workspaceId: userId, userId }
    onProgress(done++, conversation.title)
    answers += await seedConversation(setup, pages, scope, conversation)
  }
  return answers
}

async function seedConversation(
  setup: SeedSetup,
  pages: SeedPages,
  scope: Scope,
  { startsAt, title, answers }: SeedConversation,
): Promise<number> {
  const { store, setClock } = setup
  setClock(startsAt)
  const lastMessageAt = new Date(startsAt).toISOString()
  const thread = await store.threads.create(scope, { title, lastMessageAt })
  let parent: string | null = null
  let repeats: string | undefined
  for (const answer of answers) {
    setClock(answer.askedAt)
    const saved = await seedAnswer(setup, pages, scope, thread.id, answer, parent, repeats)
    parent = saved.messageId
    repeats = saved.parentId
  }
  return answers.length
}

async function seedAnswer(
  { store, facts, setClock }: SeedSetup,
  pages: SeedPages,
  scope: Scope,
  thread: string,
  seeded: SeedAnswer,
  parent: string | null,
  repeats: string | undefined,
) {
  const { question, askedAt, wholeMs, firstWordMs, model, assistant } = seeded
  const content = encodeMessage({
    ...createUserMessage('', '', question),
    metadata: { custom: { context: { url: seeded.page } } },
  })
  const { run } = await store.runs.start(scope, {
    thread,
    owner: 'seed',
    leaseUntil: new Date(askedAt + LEASE_MS).toISOString(),
    turn:
      seeded.isRepetition && repeats !== undefined
        ? { type: 'regenerate', message: repeats }
        : { type: 'submit', parent, externalId: `seed-${askedAt}`, format: AUI_V0, content },
  })
  setClock(askedAt + wholeMs)
  const answer = answerOf(run.messageId, seeded, pages)
  await store.runs.finish(run, encodeAnswer(answer))
  const now = () => new Date(askedAt + wholeMs)
  await reportRun({ store, scope, run, modelName: model, now }, answer)
  const record = { calls: callsOf(seeded, pages), failure: seeded.failure }
  await facts.keep({ run, answer, assistant, modelName: model, firstWordMs, record })
  if (seeded.rating !== null) {
    setClock(askedAt + wholeMs + RATE_AFTER_MS)
    await store.scores.put(scope, {
      name: FEEDBACK_SCORE,
      dataType: 'boolean',
      value: seeded.rating === 'good' ? 1 : 0,
      stringValue: null,
      comment: seeded.comment,
      threadId: run.threadId,
      messageId: run.messageId,
      runId: null,
    })
  }
  return run
}

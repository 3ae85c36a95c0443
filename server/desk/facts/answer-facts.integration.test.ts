import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../../limits/limit-table.ts'
import { ENGINES } from '../../../scripts/store-place.ts'
import { createAssistantMessage, type Message } from '../../../shared/thread/message.ts'
import { encodeMessage } from '../../../shared/thread/encode-message.ts'
import { createUserMessage } from '../../../shared/thread/message.ts'
import { AUI_V0 } from '../../../shared/thread/decode-row.ts'
import { encodeAnswer } from '../../runs/read-history.ts'
import { FEEDBACK_SCORE, type RunRow, type Scope } from '../../store/store.ts'
import { readAllRows } from '../../testing/read-all-rows.ts'
import { createRetention } from '../retention/create-retention.ts'
import { withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { createAnswerFacts } from './create-answer-facts.ts'
import { createDayOf } from './day-of.ts'

const T0 = Date.parse('2027-01-15T23:30:00.000Z')
const MODEL = 'openai/gpt-5'
const NEVER = new AbortController().signal
const QUESTION = 'Where is my order? Mail me at ada@example.com'

const createUser = (projectId: string, userId = `usr_${randomUUID()}`): Scope => ({
  projectId,
  workspaceId: userId,
  userId,
})

interface Answered {
  readonly text?: string
  readonly status?: NonNullable<Message['status']>
  readonly parent?: string | null
  readonly thread?: string
}

describe.each(ENGINES)('facts on %s', (engine) => {
  let clock = T0
  let projectId: string
  beforeEach(() => {
    clock = T0
    projectId = randomUUID()
  })
  const { store, place } = withStore(engine, { now: () => new Date(clock) })
  const facts = createAnswerFacts({
    get store() {
      return store
    },
    prices: new Map([[MODEL, [{ from: '', input: 2, cachedInput: 1, output: 10 }]]]),
    dayOf: createDayOf('Europe/Berlin'),
    keepsPrompts: () => Promise.resolve(true),
    now: () => new Date(clock),
    onError: (error) => expect.unreachable(String(error)),
  })

  async function start(scope: Scope, { text = QUESTION, thread, parent = null }: Answered = {}) {
    const id =
      thread ??
      (await store.threads.create(scope, { lastMessageAt: new Date(clock).toISOString() })).id
    const asked = createUserMessage('', '', text)
    const content = encodeMessage({
      ...asked,
      metadata: { custom: { context: { url: 'https://shop.example/lamps?id=1#x' } } },
    })
    const { run } = await store.runs.start(scope, {
      thread: id,
      owner: 'server',
      leaseUntil: new Date(clock + 60_000).toISOString(),
      turn: { type: 'submit', parent, externalId: randomUUID(), format: AUI_V0, content },
    })
    return run
  }

  const answerOf = (
    run: RunRow,
    status: NonNullable<Message['status']> = { type: 'complete', reason: 'stop' },
  ) => ({
    ...createAssistantMessage(run.messageId, new Date(clock).toISOString()),
    content: [
      { type: 'text' as const, text: 'It is on its way.' },
      {
        type: 'tool-call' as const,
        state: 'output-error' as const,
        toolCallId: 'c',
        toolName: 'find_order',
        args: {},
        argsText: '{}',
        result: 'x',
        isError: true,
      },
    ],
    status,
    metadata: {
      custom: {},
      steps: [
        {
          state: 'finished' as const,
          messageId: run.messageId,
          finishReason: 'stop',
          usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20 },
          isContinued: false,
        },
      ],
    },
  })

  /** Saves an answer as a run does; with `keeps`, its facts as well. */
  async function answer(scope: Scope, given: Answered = {}, keeps = true) {
    const run = await start(scope, given)
    const message = answerOf(run, given.status)
    await store.runs.finish(run, encodeAnswer(message))
    const system = { role: 'system' as const, content: 'You help.' }
    const user = {
      role: 'user' as const,
      content: [{ type: 'text' as const, text: given.text ?? QUESTION }],
    }
    const record = {
      calls: [{ model: MODEL, prompt: [system, user], tools: ['find_order'] }],
      failure: undefined,
    }
    const ended = {
      run,
      answer: message,
      assistant: 'default',
      modelName: MODEL,
      firstWordMs: 300,
      record,
    }
    if (keeps) await facts.keep(ended)
    return ended
  }

  type Counted =
    | 'answer_facts'
    | 'asked_questions'
    | 'thread_facts'
    | 'thread_tags'
    | 'daily_figures'
    | 'daily_speeds'
  async function rows(table: Counted): Promise<readonly Readonly<Record<string, unknown>>[]> {
    let found: readonly Readonly<Record<string, unknown>>[] = []
    await withTables(place, async (db) => {
      found = await db.selectFrom(table).selectAll().where('project_id', '=', projectId).execute()
    })
    return found
  }
  const tags = async () => (await rows('thread_tags')).map(({ tag }) => String(tag)).toSorted()

  test('an answer is described, counted to the day of the desk, and masked', async () => {
    const { run } = await answer(createUser(projectId))

    expect(await rows('answer_facts')).toMatchObject([
      {
        day: '2027-01-16',
        model: MODEL,
        language: 'en',
        first_word_ms: 300,
        input_tokens: 100,
        cached_tokens: 40,
        output_tokens: 20,
        cost_micros: 60 * 2 + 40 + 200,
        state: 'complete',
        tools: '[{"name":"find_order","failed":true}]',
        page: 'https://shop.example/lamps',
        trouble: 4,
      },
    ])
    expect(await rows('asked_questions')).toMatchObject([
      { answer_id: run.messageId, text: 'Where is my order? Mail me at •••@example.com' },
    ])
    expect(await rows('daily_figures')).toMatchObject([
      {
        day: '2027-01-16',
        visitors: 1,
        conversations: 1,
        answers: 1,
        cost_micros: 360,
        unpriced: 0,
      },
    ])
    expect(await tags()).toEqual([
      'assistant:default',
      'language:en',
      'page:https://shop.example/lamps',
      'tool:find_order',
    ])
    const prompts = await store.facts.readPrompts(projectId, run.threadId, run.messageId)
    expect(prompts?.steps).toMatchObject([{ model: MODEL, tools: ['find_order'] }])
    expect([...prompts!.texts.values()].toSorted()).toEqual([QUESTION, 'You help.'])
  })

  test('a call of an embedding model counts to the day of the desk, with its cost', async () => {
    const call = { projectId, model: MODEL, tokens: 50 }
    await facts.countEmbedding(call)
    await facts.countEmbedding({ ...call, tokens: 25 })
    await facts.countEmbedding({ ...call, model: 'local/free' })

    const days = await rows('daily_figures')
    const none = { day: '2027-01-16', assistant: '', language: '', answers: 0 }
    expect(days).toHaveLength(2)
    expect(days).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...none,
          model: MODEL,
          embedding_calls: 2,
          embedding_tokens: 75,
          cost_micros: 150,
        }),
        expect.objectContaining({ ...none, model: 'local/free', cost_micros: 0 }),
      ]),
    )
  })

  test('fifty answers at once are counted, each once', async () => {
    const users = Array.from({ length: 25 }, () => createUser(projectId))
    const ended: Awaited<ReturnType<typeof answer>>[] = []
    for (const user of [...users, ...users]) ended.push(await answer(user, {}, false))
    // A slow database may refuse some: those are left to the sweep.
    await Promise.allSettled(ended.map(facts.keep))
    clock += 3_600_000
    await facts.sweep(NEVER)

    const days = await rows('daily_figures')
    const sum = (name: string) => days.reduce((total, row) => total + Number(row[name]), 0)
    expect(['answers', 'visitors', 'conversations', 'input_tokens'].map(sum)).toEqual([
      50, 25, 50, 5_000,
    ])
    expect(await rows('answer_facts')).toHaveLength(50)
  })

  test('a conversation counts once on a day, though its first answers were removed', async () => {
    const user = createUser(projectId)
    const { run } = await answer(user)
    const thread = run.threadId
    await store.messages.remove(user, thread, [run.parentId, run.messageId])
    expect(await rows('answer_facts')).toEqual([])
    const sum = async (name: string) =>
      (await rows('daily_figures')).reduce((total, row) => total + Number(row[name]), 0)

    await answer(user, { thread })
    expect([await sum('conversations'), await sum('answers')]).toEqual([1, 2])
    clock += 86_400_000
    await answer(user, { thread })
    expect(await sum('conversations')).toBe(2)
  })

  test('an answer whose process died is written by the sweep, once', async () => {
    const ended = await answer(createUser(projectId), {}, false)
    await facts.sweep(NEVER)
    expect(await rows('answer_facts')).toEqual([])

    clock += 3_600_000
    await facts.sweep(NEVER)
    await facts.keep(ended)

    expect(await rows('answer_facts')).toMatchObject([{ first_word_ms: null, input_tokens: 100 }])
    expect(await rows('daily_figures')).toMatchObject([{ answers: 1 }])
  })

  test('another answer to a question is a repetition; a stopped one is told', async () => {
    const user = createUser(projectId)
    const { run } = await answer(user)
    const again = await store.runs.start(user, {
      thread: run.threadId,
      owner: 'server',
      leaseUntil: new Date(clock).toISOString(),
      turn: { type: 'regenerate', message: run.parentId },
    })
    const message = answerOf(again.run, { type: 'incomplete', reason: 'cancelled' })
    await store.runs.finish(again.run, encodeAnswer(message))
    const record = { calls: [], failure: undefined }
    await facts.keep({
      run: again.run,
      answer: message,
      assistant: 'default',
      modelName: 'x',
      firstWordMs: null,
      record,
    })

    expect(await rows('thread_facts')).toMatchObject([{ answers: 2, cost_micros: 360 }])
    expect(await tags()).toEqual(expect.arrayContaining(['state:repeated', 'state:stopped']))
    expect(await rows('daily_figures')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          model: 'x',
          repeated: 1,
          stopped: 1,
          unpriced: 1,
          conversations: 0,
        }),
      ]),
    )
  })

  test('ratings move tags, facts and figures, there and back', async () => {
    const user = createUser(projectId)
    const { run } = await answer(user)
    const target = { threadId: run.threadId, messageId: run.messageId, runId: null }
    const rate = (value: number) =>
      store.scores.put(user, {
        name: FEEDBACK_SCORE,
        dataType: 'boolean',
        value,
        stringValue: null,
        comment: null,
        ...target,
      })
    await rate(0)
    expect(await tags()).toContain('rating:bad')
    expect(await rows('daily_figures')).toMatchObject([{ good: 0, bad: 1, answers: 1 }])
    expect(await rows('answer_facts')).toMatchObject([{ rating: 'bad', trouble: 36 }])
    await rate(1)
    expect(await tags()).not.toContain('rating:bad')
    expect(await rows('thread_facts')).toMatchObject([{ good: 1, bad: 0 }])
    await store.scores.remove(user, FEEDBACK_SCORE, target)
    expect(await rows('daily_figures')).toMatchObject([{ good: 0, bad: 0, answers: 1 }])
  })

  test('removed messages take their facts, words and prompts along', async () => {
    const user = createUser(projectId)
    const { run } = await answer(user, {
      status: { type: 'incomplete', reason: 'error', error: 'x' },
    })
    const next = await answer(user, {
      thread: run.threadId,
      parent: run.messageId,
      text: 'Und jetzt?',
    })
    await store.messages.remove(user, run.threadId, [run.parentId, run.messageId])

    expect(await rows('asked_questions')).toMatchObject([{ text: 'Und jetzt?' }])
    expect(await rows('thread_facts')).toMatchObject([
      { answers: 1, question_id: next.run.parentId },
    ])
    expect(await tags()).not.toContain('state:error')
    expect(
      await store.facts.readPrompts(projectId, run.threadId, next.run.messageId),
    ).toBeUndefined()
    expect(await rows('daily_figures')).toEqual(
      expect.arrayContaining([expect.objectContaining({ errors: 1 })]),
    )
  })

  test.each(['erasure', 'retention'])(
    'after %s no table has the person’s words or id',
    async (way) => {
      const marker = `zanzibar${randomUUID().slice(0, 8)}`
      const user = createUser(projectId, `usr_${marker}`)
      const other = createUser(projectId)
      await store.projects.create({ id: projectId, name: 'x' })
      const { run } = await answer(user, { text: `Where is my ${marker}?` })
      await answer(other)
      const target = { threadId: run.threadId, messageId: run.messageId, runId: null }
      const score = {
        name: FEEDBACK_SCORE,
        dataType: 'boolean' as const,
        value: 0,
        stringValue: null,
      }
      await store.scores.put(user, { ...score, comment: marker, ...target })
      const marked = async () =>
        Object.entries(await readAllRows(place)).flatMap(([table, all]) =>
          all.some((row) => row.includes(marker)) ? [table] : [],
        )
      expect(await marked()).toEqual(
        expect.arrayContaining([
          'asked_questions',
          'messages',
          'prompt_texts',
          'scores',
          'threads',
        ]),
      )

      clock += 10 * 86_400_000
      await answer(other)
      const rules = {
        retention: { namedDays: 5 },
        promptDays: 30,
        keepPrompts: true,
        limits: LIMIT_DEFAULTS,
      }
      const retention = createRetention({
        store,
        rulesOf: () => Promise.resolve(rules),
        now: () => clock,
      })
      // The other person's first conversation is as old.
      expect(await retention.preview(projectId)).toMatchObject({ conversations: 2, messages: 4 })
      await (way === 'erasure' ? store.users.erase(projectId, user.userId) : retention.remove())

      expect(await marked()).toEqual([])
      expect(await rows('thread_facts')).toHaveLength(way === 'erasure' ? 2 : 1)
      const days = await rows('daily_figures')
      expect(days.reduce((sum, { answers }) => sum + Number(answers), 0)).toBe(3)
    },
  )
})

import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createMessageId } from '../../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../../shared/wire/chat.ts'
import {
  createAnswersWorld,
  type AnswersWorld,
} from '../../knowledge/answers-world.test-support.ts'
import { FEEDBACK_SCORE } from '../../store/store.ts'
import { createPiece } from '../../store/knowledge/knowledge-rows.test-support.ts'
import { withTables } from '../../testing/add-source.ts'
import { createCaller } from '../../testing/create-caller.ts'
import { jsonCall } from '../../testing/create-test-app.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'

const MODEL = 'openai-compatible/any'
const PRICE = { input: 2, output: 10 }
const PICK = { pick: { description: 'Asks for a colour', parameters: { type: 'object' } } }
const SEARCH = 'tool search_knowledge {"query":"return goods"}'
const PASSAGE = 'You may return goods within 30 days of their arrival.'

/** Far more than it takes. */
const WRITTEN_WITHIN_MS = 30_000
/** Columns of the figures' key. */
const KEY = ['project_id', 'day', 'assistant', 'model', 'language']

type Figures = Readonly<Record<string, number>>
interface SentMessage {
  readonly role: string
  readonly content: unknown
}

describe.each(ENGINES)('facts of answers over HTTP, on %s', (engine) => {
  let place: StorePlace
  let world: AnswersWorld
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createAnswersWorld({
      place,
      config: {
        prices: { [MODEL]: PRICE },
        projects: {
          default: {
            keepPrompts: true,
            assistants: {
              default: {
                system: 'You sell lamps.',
                tools: [
                  {
                    name: 'order_status',
                    parameters: { type: 'object' },
                    execute: () => ({ state: 'sent' }),
                  },
                ],
              },
            },
          },
        },
      },
    })
    await world.keep('returns', [createPiece(PASSAGE)], { url: 'https://shop.example/returns' })
  })
  afterAll(async () => {
    await world?.close()
    await place?.remove()
  })

  /** Facts follow their answer. */
  async function allWritten() {
    await vi.waitFor(
      () =>
        withTables(place, async (db) => {
          expect(await db.selectFrom('facts_due').select('message_id').execute()).toEqual([])
        }),
      { timeout: WRITTEN_WITHIN_MS },
    )
  }
  async function factsOf(threadId: string) {
    await allWritten()
    let found: readonly Readonly<Record<string, unknown>>[] = []
    await withTables(place, async (db) => {
      found = await db
        .selectFrom('answer_facts')
        .selectAll()
        .where('thread_id', '=', threadId)
        .orderBy('started_at')
        .orderBy('message_id')
        .execute()
    })
    return found
  }
  async function tagsOf(threadId: string) {
    await allWritten()
    let tags: string[] = []
    await withTables(place, async (db) => {
      const rows = await db
        .selectFrom('thread_tags')
        .select('tag')
        .where('thread_id', '=', threadId)
        .orderBy('tag')
        .execute()
      tags = rows.map(({ tag }) => tag)
    })
    return tags
  }
  async function readFigures(): Promise<Figures> {
    await allWritten()
    let sums: Figures = {}
    await withTables(place, async (db) => {
      const rows = await db
        .selectFrom('daily_figures')
        .selectAll()
        .where('project_id', '=', 'default')
        .execute()
      const names = Object.keys(rows[0] ?? {}).filter((name) => !KEY.includes(name))
      sums = Object.fromEntries(
        names.map((name) => [name, rows.reduce((sum, row) => sum + row[name as 'answers'], 0)]),
      )
    })
    return sums
  }
  /** Figures that some work adds; those that stay are left out. */
  async function addedBy(work: () => Promise<unknown>): Promise<Figures> {
    const before = await readFigures()
    await work()
    const after = Object.entries(await readFigures())
    return Object.fromEntries(
      after.flatMap(([name, value]) => {
        const added = value - (before[name] ?? 0)
        return added === 0 ? [] : [[name, added]]
      }),
    )
  }
  /** Prompts that the provider got since a number of requests. */
  const sentSince = (since: number): readonly (readonly SentMessage[])[] =>
    world.model.requests
      .slice(since)
      .map(({ body }) => (body as { messages: readonly SentMessage[] }).messages)
      .filter((messages) => !JSON.stringify(messages).includes('Name the conversation'))

  test('an answer with tools of server and page is one, though it was continued', async () => {
    const person = await world.signIn()
    const since = world.model.requests.length
    const first = await addedBy(() =>
      person.ask('tool order_status {}; tool pick {}; next; say Sent in red.', { tools: PICK }),
    )
    const waiting = await person.lastRow()
    expect(await factsOf(waiting.threadId)).toMatchObject([{ state: 'waiting' }])
    const [begun] = await factsOf(waiting.threadId)
    const picked = waiting.content.find(({ toolName }) => toolName === 'pick')
    world.app.clock.ms += 5_000
    const second = await addedBy(() =>
      person.send(
        {
          id: waiting.id,
          role: 'assistant',
          parts: [
            {
              type: 'tool-pick',
              toolCallId: picked?.['toolCallId'],
              state: 'output-available',
              output: { colour: 'red' },
            },
          ],
        },
        { tools: PICK },
      ),
    )

    const facts = await factsOf(waiting.threadId)
    const reports = await world.app.store.reports.listRuns('default', {
      limit: 9,
      threadId: waiting.threadId,
    })
    const sum = (name: 'inputTokens' | 'outputTokens') =>
      reports.reduce((total, report) => total + (report[name] ?? 0), 0)
    expect(reports).toHaveLength(2)
    expect(facts).toMatchObject([
      {
        message_id: waiting.id,
        model: MODEL,
        started_at: begun?.['started_at'],
        state: 'complete',
        tools: JSON.stringify([
          { name: 'order_status', failed: false },
          { name: 'pick', failed: false },
        ]),
        input_tokens: sum('inputTokens'),
        output_tokens: sum('outputTokens'),
        cost_micros: sum('inputTokens') * PRICE.input + sum('outputTokens') * PRICE.output,
        trouble: 0,
      },
    ])
    expect(first).toMatchObject({ answers: 1, conversations: 1, visitors: 1 })
    expect(Object.keys(second).toSorted()).toEqual(['cost_micros', 'input_tokens', 'output_tokens'])
    expect(first['cost_micros']! + second['cost_micros']!).toBe(facts[0]?.['cost_micros'])
    expect(await tagsOf(waiting.threadId)).toEqual([
      'assistant:default',
      expect.stringMatching(/^language:/),
      'tool:order_status',
      'tool:pick',
    ])

    const prompts = (await world.app.store.facts.readPrompts(
      'default',
      waiting.threadId,
      waiting.id,
    ))!
    const sent = sentSince(since)
    expect(sent).toHaveLength(2)
    expect(prompts.steps).toHaveLength(2)
    for (const [index, step] of prompts.steps.entries()) {
      const kept = step.messages.map(({ role, hash }) => `${role}: ${prompts.texts.get(hash)}`)
      for (const { role, content } of sent[index] ?? []) {
        if (typeof content !== 'string' || content === '') continue
        expect(kept.filter((text) => text.startsWith(`${role}: `)).join('\n')).toContain(content)
      }
      expect(step.tools).toEqual(expect.arrayContaining(['order_status', 'pick']))
    }
    const results = [...prompts.texts.values()]
    expect(results.join('\n')).toMatch(/order_status: \{"state":"sent"\}/)
    expect(results.join('\n')).toMatch(/pick: .*"colour":"red"/)
    expect(JSON.stringify(sent[0])).not.toContain('red"')
  })

  test('a search is kept as the model saw it, and its cited source is a filter', async () => {
    const person = await world.signIn()
    const since = world.model.requests.length
    const added = await addedBy(() => person.ask(`${SEARCH}; next; say Within 30 days[1].`))
    const answer = await person.lastRow()

    const [facts] = await factsOf(answer.threadId)
    const sources = JSON.parse(String(facts?.['sources'])) as string[]
    expect(facts).toMatchObject({ is_unanswered: 0, state: 'complete' })
    expect(sources).toHaveLength(1)
    expect(await tagsOf(answer.threadId)).toContain(`source:${sources[0]}`)
    expect(added).not.toHaveProperty('unanswered')
    const prompts = (await world.app.store.facts.readPrompts(
      'default',
      answer.threadId,
      answer.id,
    ))!
    const result = sentSince(since)
      .at(-1)!
      .findLast(({ role }) => role === 'tool')!
    expect(String(result.content)).toContain(PASSAGE)
    expect([...prompts.texts.values()].join('\n')).toContain(
      `search_knowledge: ${String(result.content)}`,
    )
  })

  test('a search without a finding is unanswered', async () => {
    const person = await world.signIn()
    const added = await addedBy(() =>
      person.ask('tool search_knowledge {"query":"zebra"}; next; say I do not know.'),
    )
    const { threadId } = await person.lastRow()
    expect(await factsOf(threadId)).toMatchObject([{ is_unanswered: 1, trouble: 16 }])
    expect(await tagsOf(threadId)).toContain('state:unanswered')
    expect(added).toMatchObject({ answers: 1, unanswered: 1 })
  })

  test('an error has the operator’s words: the provider’s are no part of them, nor of the stream', async () => {
    const person = await world.signIn()
    let stream = ''
    const added = await addedBy(async () => {
      stream = (await person.ask('say So; error Overheated at rack 7')).stream
    })
    const { threadId } = await person.lastRow()
    expect(stream).not.toContain('Overheated')
    expect(await factsOf(threadId)).toMatchObject([
      { state: 'error', error: 'server_error [quoted]' },
    ])
    expect(await tagsOf(threadId)).toContain('state:error')
    expect(added).toMatchObject({ answers: 1, errors: 1 })
  })

  test('a stopped answer counts as stopped, and one that is made again as repeated', async () => {
    const { authorization } = await world.app.signIn()
    const call = createCaller(world.app, authorization)
    const chat = (id: string, body: object) => {
      const init = jsonCall({ id, trigger: 'submit-message', ...body }, authorization)
      const headers = { ...init.headers, [ALCOVE_STREAM_HEADER]: '1' }
      return world.app.request('/v1/chat', { ...init, headers })
    }
    const ask = (thread: string, text: string) =>
      chat(thread, {
        messages: [{ id: createMessageId(), role: 'user', parts: [{ type: 'text', text }] }],
      })
    const stopped = await addedBy(async () => {
      const response = await ask('halted', 'say Beginning; wait forever')
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('Beginning')) text += (await reader.read()).value ?? ''
      await call('POST /chat/halted/stop', {})
      while (!(await reader.read()).done);
    })
    expect(stopped).toMatchObject({ answers: 1, stopped: 1 })

    await (await ask('again', 'say One')).text()
    // The clock stands still, so that both threads are as new.
    const { threads } = (await call('GET /threads')).json
    const thread = threads.find((each: { external_id: string }) => each.external_id === 'again')
    const { messages } = (await call(`GET /threads/${thread.id}/messages`)).json
    const repeated = await addedBy(async () => {
      const trigger = 'regenerate-message'
      await (await chat('again', { trigger, messageId: messages[0].id, messages: [] })).text()
    })
    expect(repeated).toMatchObject({ answers: 1, repeated: 1 })
    expect(repeated).not.toHaveProperty('conversations')
    expect(repeated).not.toHaveProperty('visitors')
    const repetitions = (await factsOf(thread.id)).map(({ is_repeated }) => is_repeated)
    expect(repetitions.toSorted((one, other) => Number(one) - Number(other))).toEqual([0, 1])
    expect(await tagsOf(thread.id)).toContain('state:repeated')
  })

  test('a rating counts to its answer, and another one replaces it', async () => {
    const person = await world.signIn()
    await person.ask('say One')
    const { id, threadId } = await person.lastRow()
    const rate = (value: number) =>
      person.call('POST /scores', {
        name: FEEDBACK_SCORE,
        data_type: 'boolean',
        value,
        message_id: id,
      })
    expect(await addedBy(() => rate(0))).toEqual({ bad: 1 })
    expect(await factsOf(threadId)).toMatchObject([{ rating: 'bad', trouble: 32 }])
    expect(await tagsOf(threadId)).toContain('rating:bad')
    expect(await addedBy(() => rate(1))).toEqual({ bad: -1, good: 1 })
    expect(await tagsOf(threadId)).toContain('rating:good')
  })
})

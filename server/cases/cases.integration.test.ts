import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { CaseRun, CaseRunResults, Tried } from '../../shared/desk/case-runs.ts'
import type { DeskCase } from '../../shared/desk/cases.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createAccessTokens } from '../auth/access-token.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { jsonCall, TEST_SECRET } from '../testing/create-test-app.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createRecordedTools } from '../testing/recorded-tools.ts'
import { readRowsOfPeople } from '../testing/rows-of-people.ts'
import { ATTEMPTS_AT_ONCE } from './case-runner.ts'

/** Long enough for a slow machine. */
const KNOWN_WITHIN_MS = 30_000
const { ran, tool } = createRecordedTools()

describe.each(ENGINES)('cases on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  let model: Awaited<ReturnType<typeof startModelServer>>
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    model = await startModelServer()
    world = await createDeskWorld({
      place,
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_LIMITS: '{"callsPerAddressPerMinute":100000}',
      },
      config: {
        projects: {
          shop: {
            assistants: {
              default: {
                tools: [
                  tool('status', { scope: 'read' }),
                  tool('order', { needsApproval: true }),
                  tool('mail', { scope: 'sensitive' }),
                ],
              },
            },
          },
          other: {},
        },
      },
    })
  })
  afterAll(async () => {
    await world?.close()
    await model?.stop()
    await place?.remove()
  })
  beforeEach(async () => {
    ran.splice(0)
    for (const { id } of await world.store.cases.list('shop', 1_000)) {
      await world.store.cases.remove('shop', id)
    }
  })

  const call = async (path: string, body?: unknown, method = body ? 'POST' : 'GET') => {
    const answer = await world.call('editor', `/projects/shop${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return { status: answer.status, json: (text === '' ? null : JSON.parse(text)) as unknown }
  }
  const caseOf = (name: string, text: string, more: object = {}) => ({
    name,
    turns: [{ role: 'user', text }],
    ...more,
  })
  const add = async (...body: Parameters<typeof caseOf>) =>
    (await call('/cases', caseOf(...body))).json as DeskCase
  const run = async (body: object = {}) => {
    const json = (await call('/cases/runs', { sides: ['live'], ...body })).json as CaseRun
    await world.cases.work()
    return (await call(`/cases/runs/${json.id}`)).json as CaseRunResults
  }

  test('a case is written, changed, listed, exported and removed', async () => {
    const { id } = await add('Returns', 'say Yes.')
    expect((await call('/cases', caseOf('Returns', 'say No.'))).status).toBe(409)
    const changed = caseOf('Returns of shoes', 'say Yes.', { expects: { facts: ['yes'] } })
    expect((await call(`/cases/${id}`, changed, 'PUT')).json as DeskCase).toMatchObject({
      id,
      name: 'Returns of shoes',
      changedBy: 'editor@shop.example',
      expects: { facts: ['yes'] },
    })
    await add('Prices', 'say 5.')
    const file = await (await world.call('reader', '/projects/shop/cases/export')).text()
    expect(file.split('\n').map((line) => line && JSON.parse(line).name)).toEqual([
      'Prices',
      'Returns of shoes',
      '',
    ])
    expect((await call(`/cases/${id}`, undefined, 'DELETE')).status).toBe(204)
    expect((await call('/cases/import', { text: file })).json).toEqual({
      added: 1,
      changed: 1,
      problems: [],
    })
    expect((await call('/cases/import', { text: 'no json' })).json).toMatchObject({
      added: 0,
      problems: [{ line: 1 }],
    })
  })

  test('a case of another project is not there', async () => {
    const other = await world.store.cases.add(
      { projectId: 'other', name: 'Theirs', data: '{"turns":[]}', by: null },
      1_000,
    )
    expect((await call(`/cases/${other.id}`, caseOf('Mine', 'say x'), 'PUT')).status).toBe(404)
    expect((await call(`/cases/${other.id}`, undefined, 'DELETE')).status).toBe(404)
    expect((await call('/cases/runs', { cases: [other.id] })).status).toBe(404)
    expect(await world.store.cases.find('other', other.id)).toBeDefined()
    await world.store.cases.remove('other', other.id)
  })

  test('a run judges each answer, with its tokens and times', async () => {
    await add('Good', 'say Within 30 days.', { expects: { facts: ['30 days'] } })
    await add('Bad', 'say Never.', { expects: { facts: ['30 days'] } })
    await add('Broken', 'status 400', {})
    const { run: ended, cases } = await run({ times: 2 })

    expect(ended).toMatchObject({
      state: 'done',
      by: 'editor@shop.example',
      attempts: 6,
      attempted: 6,
      bySide: [{ side: 'live', passed: 1, failed: 2, inputTokens: expect.any(Number) }],
    })
    expect(ended.bySide[0]!.outputTokens).toBeGreaterThan(0)
    expect(cases.map(({ name, sides }) => [name, sides[0]!.passed, sides[0]!.failed])).toEqual([
      ['Bad', 0, 2],
      ['Broken', 0, 2],
      ['Good', 2, 0],
    ])
  })

  test('tools that read run; all others are recorded, and get the result of the case', async () => {
    await add(
      'Tools',
      'tool status {}; next; tool order {"id":1}; next; tool mail {}; next; say Ordered.',
      { toolResults: { order: { number: 7 } }, expects: { tools: ['status', 'order', 'mail'] } },
    )
    const { run: ended, cases } = await run()
    expect(ended.bySide).toMatchObject([{ passed: 1, failed: 0 }])
    expect(ran).toEqual(['status'])
    const path = `/cases/runs/${ended.id}/cases/${cases[0]!.caseId}`
    const json = (await call(path)).json as Tried
    expect(json.attempts[0]!.tools).toEqual([
      { name: 'status', args: '{}', result: '"status ran"', hasRun: true, isError: false },
      { name: 'order', args: '{"id":1}', result: '{"number":7}', hasRun: false, isError: false },
      { name: 'mail', args: '{}', result: '"done"', hasRun: false, isError: false },
    ])
  })

  test('several turns are answered in order, behind those that the case gives', async () => {
    const turns = [
      { role: 'user', text: 'say One.' },
      { role: 'user', text: 'say Two.' },
      { role: 'assistant', text: 'Given.' },
      { role: 'user', text: 'echo' },
    ]
    const json = (await call('/try', { sides: ['live'], turns })).json as Tried
    const { answer } = json.attempts[0]!
    expect(answer.replaceAll(/\s+/g, ' ')).toContain(
      'user: say One. assistant: One. user: say Two. assistant: Given. user: echo',
    )
  })

  test('a run and a try leave every table of people, figures and limits as it was', async () => {
    await add('Tools', 'tool status {}; next; tool order {}; next; say Ordered.')
    const rows = () => readRowsOfPeople(place)
    const before = await rows()
    await run({ times: 2 })
    await call('/try', { sides: ['live'], turns: [{ role: 'user', text: 'say Hello.' }] })
    expect(await rows()).toEqual(before)

    // A real question changes them.
    await ask('say Hello.')
    expect(await rows()).not.toEqual(before)
  })

  test('so many attempts are asked at once, and no more', async () => {
    const key = `together-${engine}`
    for (let n = 0; n < ATTEMPTS_AT_ONCE + 5; n++) await add(`Case ${n}`, `hold ${key}; say ${n}.`)
    const held = () =>
      model.requests.filter(({ body, state }) => {
        return state === 'open' && JSON.stringify(body).includes(key)
      }).length
    const json = (await call('/cases/runs', { sides: ['live'] })).json as CaseRun
    await vi.waitFor(() => expect(held()).toBe(ATTEMPTS_AT_ONCE), { timeout: 60_000 })
    expect(json.state).toBe('running')
    model.release(key)
    await world.cases.work()
    const { run: ended } = (await call(`/cases/runs/${json.id}`)).json as CaseRunResults
    expect(ended).toMatchObject({ state: 'done', attempted: ATTEMPTS_AT_ONCE + 5 })
    expect(held()).toBe(0)
  })

  test('a run that a dead process left is gone on with, and no answer is asked twice', async () => {
    const first = await add('First', `say First on ${engine}.`)
    const second = await add('Second', `say Second on ${engine}.`)
    const left = await world.store.caseRuns.start({
      projectId: 'shop',
      sides: ['live'],
      times: 1,
      by: null,
      isWhole: true,
      draftRevision: null,
      publishedNumber: null,
      attempts: [first, second].map(({ id }) => ({ caseId: id, side: 'live' })),
    })
    await world.store.caseRuns.keep(left.id, 0, {
      hasPassed: true,
      figures: '{}',
      data: '{"side":"live"}',
    })
    await world.cases.work()
    expect((await world.store.caseRuns.find('shop', left.id))?.state).toBe('done')
    const asked = (words: string) =>
      model.requests.filter(({ body }) => JSON.stringify(body).includes(words)).length
    expect(asked(`First on ${engine}`)).toBe(0)
    expect(asked(`Second on ${engine}`)).toBe(1)
  })

  test('a draft is asked beside the published settings, and a run belongs to its revision', async () => {
    const { id } = await add('Rule', 'echo', { expects: { facts: ['the rule of the draft'] } })
    const draft = (system: string, revision: number | null) =>
      world.store.settings.saveDraft({
        projectId: 'shop',
        by: null,
        sources: [],
        revision,
        settings: { assistants: { default: { system } } },
      })
    const first = await draft('Follow the rule of the draft.', null)
    const { run: ended, cases } = await run({ sides: ['draft', 'live'] })
    expect(ended).toMatchObject({ state: 'done', draftRevision: first, publishedNumber: null })
    expect(cases).toMatchObject([
      {
        caseId: id,
        sides: [
          { side: 'draft', passed: 1 },
          { side: 'live', failed: 1 },
        ],
      },
    ])

    const { id: stale } = await world.cases.start('shop', { sides: ['draft'], times: 1, by: null })
    await draft('Another rule.', first)
    await world.cases.work()
    expect((await world.store.caseRuns.find('shop', stale))?.state).toBe('stopped')
  })

  test('a case of a conversation has no personal data, and says what was right', async () => {
    await ask('tool status {}; next; say Write to ada@lovelace.example.', {
      page: 'https://shop.example',
      mail: 'ada@lovelace.example',
      phone: 491712345678,
      people: { 'ada@lovelace.example': '4111 1111 1111 1111 12/27' },
      order: 491712345678,
    })
    const { rows } = await firstConversation('say Write to')
    const answer = rows.find(({ role }) => role === 'assistant')!
    const body = { threadId: rows[0]!.threadId, messageId: answer.id }
    const made = await call('/cases/from-message', body)
    expect(made.status).toBe(201)
    const json = made.json as DeskCase
    expect(json.expects.tools).toEqual(['status'])
    expect(json.from).toEqual(body)
    expect(json.turns[0]!.text).toContain('say Write to')
    expect(json.person.isNamed).toBe(true)
    expect(JSON.stringify(json)).not.toContain('ada@')
    expect(json.page).toMatchObject({
      phone: '•••',
      people: { '•••@lovelace.example': '••• 12/27' },
      order: 491712345678,
    })
    const alone = { ...body, turns: 'last' }
    const again = (await call('/cases/from-message', alone)).json as DeskCase
    expect(again.name).toMatch(/ \(2\)$/)
    expect([again.turns, again.from]).toEqual([json.turns.slice(-1), body])
    const unknown = { ...body, messageId: createMessageId() }
    expect((await call('/cases/from-message', unknown)).status).toBe(404)
  })

  test('an answer of a conversation is tried in its context, without personal data', async () => {
    await ask('say The first.; echo', { page: 'https://shop.example', mail: 'eve@shop.example' })
    const { rows } = await firstConversation('The first.')
    const answer = rows.find(({ role }) => role === 'assistant')!
    const from = { threadId: answer.threadId, messageId: answer.id }
    const asked = model.requests.length
    const tried = (await call('/try', { sides: ['live'], from })).json as Tried
    expect(tried.attempts).toMatchObject([{ side: 'live', error: null, checks: [] }])
    const sent = JSON.stringify(model.requests.slice(asked).map(({ body }) => body))
    expect(sent).toContain('The first.')
    expect(sent).toContain('https://shop.example')
    expect(sent).not.toContain('eve@')

    const unknown = { ...from, messageId: createMessageId() }
    expect((await call('/try', { from: unknown })).status).toBe(404)
    // Either a question or a message.
    const both = { from, turns: [{ role: 'user', text: 'say x' }] }
    expect((await call('/try', both)).status).toBe(400)
    const elsewhere = await world.call('other owner', '/projects/other/try', {
      method: 'POST',
      body: { from },
    })
    expect(elsewhere.status).toBe(404)
  })

  /** A visitor of the shop asks. */
  async function ask(text: string, context?: object) {
    // The newest conversation stands first.
    world.clock.ms += 1_000
    const tokens = createAccessTokens({ secret: TEST_SECRET, now: () => world.clock.ms })
    const token = await tokens.sign({
      projectId: 'shop',
      workspaceId: 'w',
      userId: 'ada',
      kind: 'host',
    })
    const authorization = `Bearer ${token}`
    const message = { id: createMessageId(), role: 'user', parts: [{ type: 'text', text }] }
    const body = {
      id: `thread-${message.id}`,
      trigger: 'submit-message',
      messages: [{ ...message, ...(context && { metadata: { custom: { context } } }) }],
    }
    const init = jsonCall(body, authorization)
    const headers = { ...init.headers, [ALCOVE_STREAM_HEADER]: '1' }
    const answer = await world.request('/p/shop/v1/chat', { ...init, headers })
    expect(answer.status).toBe(200)
    await answer.text()
  }

  /** The newest conversation, once the desk knows it: its index and facts follow the answer. */
  const firstConversation = (words: string) =>
    vi.waitFor(
      async () => {
        const json = (await call('/conversations')).json as { conversations: { id: string }[] }
        const { id } = json.conversations[0]!
        const shown = (await call(`/conversations/${id}`)).json as {
          messages: { id: string; role: string }[]
        }
        expect(JSON.stringify(shown.messages)).toContain(words)
        return { rows: shown.messages.map((each) => ({ ...each, threadId: id })) }
      },
      { timeout: KNOWN_WITHIN_MS },
    )
})

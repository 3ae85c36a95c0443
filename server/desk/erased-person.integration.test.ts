import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createAccessTokens } from '../auth/access-token.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { jsonCall, TEST_SECRET } from '../testing/create-test-app.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { readAllRows } from '../testing/read-all-rows.ts'

/** Long enough for a slow machine. */
const KNOWN_WITHIN_MS = 30_000
const USER = 'user-7731'
const MAIL = 'marvin@secret.example'

describe.each(ENGINES)('what an owner erases on %s', (engine) => {
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
        ALCOVE_ALLOW_LOCAL_TOOLS: '1',
      },
      config: { projects: { shop: {}, other: {} } },
    })
  })
  afterAll(async () => {
    await world.close()
    await model.stop()
    await place.remove()
  })

  const call = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await world.call('owner', `/projects/shop${path}`, { method, body })
    expect(answer.ok).toBe(true)
    const text = await answer.text()
    return (text === '' ? null : JSON.parse(text)) as unknown
  }

  test.each([
    // Reports of runs stay with their user.
    ['a conversation', '', [], ['run_reports']],
    ['all that is theirs', '/person', [USER, MAIL], []],
  ])('%s leaves no id and no word in other tables', async (_, erased, theirs, stays) => {
    const hook = {
      url: 'http://127.0.0.1:1/',
      events: ['conversation.started', 'answer.unanswered'],
    }
    await call('/notices/hooks', 'POST', hook)
    world.clock.ms += 1_000
    await ask(`say Write to ${MAIL}.`)
    const { threadId, messageId } = await vi.waitFor(findAnswer, { timeout: KNOWN_WITHIN_MS })
    const conversation = `/conversations/${threadId}`
    await call(`${conversation}?unmasked=true`)
    await call(`${conversation}/notes`, 'POST', { text: `Told ${MAIL}`, messageId })
    await call(`${conversation}/messages/${messageId}/fixes`, 'POST', { way: 'prompt' })
    await call('/cases/from-message', 'POST', { threadId, messageId })
    await call('/try', 'POST', { sides: ['live'], from: { threadId, messageId } })
    const left = async () =>
      Object.entries(await readAllRows(place)).flatMap(([table, rows]) =>
        rows.some((row) => [...theirs, threadId, messageId].some((text) => row.includes(text)))
          ? [table]
          : [],
      )
    expect(await left()).toEqual(
      expect.arrayContaining([
        'answer_fixes',
        'cases',
        'conversation_notes',
        'desk_audit',
        'notices',
      ]),
    )

    await call(`${conversation}${erased}`, 'DELETE')
    expect(await left()).toEqual(stays)
    const { cases } = (await call('/cases')) as { cases: { from: unknown }[] }
    expect(new Set(cases.map(({ from }) => from))).toEqual(new Set([null]))
  })

  async function findAnswer() {
    const { conversations } = (await call('/conversations')) as { conversations: { id: string }[] }
    const threadId = conversations[0]!.id
    const shown = (await call(`/conversations/${threadId}`)) as {
      messages: { id: string; role: string }[]
    }
    return { threadId, messageId: shown.messages.find(({ role }) => role === 'assistant')!.id }
  }

  async function ask(text: string) {
    const tokens = createAccessTokens({ secret: TEST_SECRET, now: () => world.clock.ms })
    const identity = { projectId: 'shop', workspaceId: USER, userId: USER, kind: 'host' } as const
    const init = jsonCall(
      {
        id: `thread-${createMessageId()}`,
        trigger: 'submit-message',
        messages: [{ id: createMessageId(), role: 'user', parts: [{ type: 'text', text }] }],
      },
      `Bearer ${await tokens.sign(identity)}`,
    )
    const headers = { ...init.headers, [ALCOVE_STREAM_HEADER]: '1' }
    await (await world.request('/p/shop/v1/chat', { ...init, headers })).text()
  }
})

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { ENGINES, type StorePlace } from '../scripts/store-place.ts'
import { createMessageId } from '../shared/ids.ts'
import { answerMessage, createChatClient, userMessage } from './testing/chat-client.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { readAllRows } from './testing/read-all-rows.ts'
import { runAlcoveHere } from './testing/run-alcove.ts'
import {
  KEEPER_NAMES,
  KEEPERS,
  SIGNATURE_MARKER,
  startKeepers,
  type KeeperName,
  type KeepersServer,
} from './testing/signature-keepers/start-keepers.ts'

const SECRET = 'a secret that is long enough for the tests'

const createProject = (model: string) => `{ assistants: { default: {
  model: '${model}',
  maxSteps: 4,
  tools: [
    { name: 'refund', parameters: { type: 'object' }, needsApproval: true, execute: () => ({ refunded: true }) },
    { name: 'hang', parameters: { type: 'object' }, execute: () => delay(600_000) },
  ],
} } }`

/** A project for each keeper. */
const CONFIG = `
import { setTimeout as delay } from 'node:timers/promises'
export default { projects: { ${KEEPER_NAMES.map(
  (name) => `${name}: ${createProject(KEEPERS[name].model)}`,
).join(', ')} } }
`

describe.each(ENGINES)('on %s', (engine) => {
  /** Their signatures have tests on both engines in the store. */
  const often = { tags: engine === 'sqlite' ? [] : ['nightly'] }
  let keepers: KeepersServer
  let place: StorePlace
  let alcove: AlcoveServer
  const start = (port?: number) =>
    startAlcove({
      dataDir: place.dataDir,
      config: CONFIG,
      env: {
        ...keepers.providers,
        ALCOVE_SECRET: SECRET,
        ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      },
      ...(port === undefined ? {} : { port }),
    })
  beforeAll(async () => {
    keepers = await startKeepers()
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    for (const name of KEEPER_NAMES) await cli('project', 'create', name)
    alcove = await start()
  })
  afterAll(async () => {
    await alcove?.stop()
    await keepers.stop()
    await place.remove()
  })

  /** The operator's command line, which must succeed; returns what it prints. */
  async function cli(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runAlcoveHere(place, args, { ALCOVE_SECRET: SECRET })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return out
  }
  const originOf = (keeper: KeeperName) => `http://127.0.0.1:${alcove.port}/p/${keeper}`
  async function killAndStart() {
    await alcove.kill()
    alcove = await start(alcove.port)
  }

  /** A turn that waits for an approval. */
  async function wait(keeper: KeeperName) {
    const client = await createChatClient(originOf(keeper))
    const thread = `local-${createMessageId()}`
    const question = userMessage('tool refund {"order":"A-1"}')
    const told = await client.call('/chat', chatCall(thread, question))
    const text = await told.text()
    const row = (await client.messages(thread)).at(-1)!
    const call = row.content.content.find(({ type }) => type === 'tool-call')!
    const approve = () =>
      client.chat({
        thread,
        messages: [
          answerMessage(row.id, {
            type: 'tool-refund',
            toolCallId: call.toolCallId,
            state: 'approval-responded',
            approval: { id: call.approval!.id, approved: true },
          }),
        ],
      })
    const ask = (said: string) =>
      client.chat({ thread, messages: [answerMessage(row.id), userMessage(said)] })
    return { client, thread, question, row, text, approve, ask }
  }

  /** A turn whose tool runs on and on. */
  async function hang(keeper: KeeperName) {
    const client = await createChatClient(originOf(keeper))
    const thread = `local-${createMessageId()}`
    const answer = await client.chat({ thread, messages: [userMessage('tool hang {}')] })
    for await (const { type } of answer.chunks()) if (type === 'tool-input-available') break
    const last = async () => (await client.messages(thread)).at(-1)!
    async function ask(said: string) {
      const messages = [answerMessage((await last()).id), userMessage(said)]
      return client.chat({ thread, messages })
    }
    return { last, ask }
  }

  test(
    'after kill -9 each keeper accepts the approval of its call, and the turn after a call that ran',
    often,
    async () => {
      const waiting = await Promise.all(KEEPER_NAMES.map((name) => wait(name)))
      // With a shared database an abandoned answer is ended later.
      const hanging =
        engine === 'sqlite' ? await Promise.all(KEEPER_NAMES.map((name) => hang(name))) : []

      await killAndStart()

      for (const { approve, ask } of waiting) {
        expect(await (await approve()).text()).toBe('Done.')
        expect(await (await ask('Hello?')).text()).toBe('Hello.')
      }
      for (const { last, ask } of hanging) {
        expect((await last()).content).toMatchObject({
          status: { type: 'incomplete' },
          content: expect.arrayContaining([expect.objectContaining({ toolName: 'hang' })]),
        })
        expect(await (await ask('Hello?')).text()).toBe('Hello.')
      }
      expect(keepers.refusals).toEqual([])
    },
  )

  test('no call, stream or export has what a provider signed; the store does', often, async () => {
    const { client, thread, question, row, text, approve, ask } = await wait('anthropic')
    const user = (await client.threads())[0]!.workspace_id
    await (await approve()).text()
    await (await ask('Hello?')).text()
    const threadId = (await client.threads())[0]!.id
    const answers = await Promise.all(
      [
        client.call('/chat', chatCall(thread, question)),
        client.call('/chat', chatCall(thread, userMessage('tool pick {}'), false)),
        client.call('/runs/stream', runCall('text/plain')),
        client.call('/runs/stream', runCall('text/event-stream')),
        client.call(`/threads/${threadId}/messages`),
        client.call(`/threads/${threadId}/messages/${row.id}`),
        client.call(`/threads/${threadId}`),
        client.call('/threads'),
        client.call('/threads/search?query=hello'),
        fetch(`http://127.0.0.1:${alcove.port}/metrics`),
      ].map(async (answer) => (await answer).text()),
    )
    const exported = await cli('user', 'export', '--project', 'anthropic', '--user', user)
    expect(exported).toContain('Hello.')

    for (const told of [text, ...answers, exported]) expect(told).not.toContain(SIGNATURE_MARKER)
    // The same texts have what was shown.
    expect(text).toContain('Thought')
    expect(answers.filter((told) => told.includes('Thought')).length).toBeGreaterThanOrEqual(5)
    const tables = await readAllRows(place)
    const keeping = Object.keys(tables).filter((name) =>
      tables[name]!.some((line) => line.includes(SIGNATURE_MARKER)),
    )
    expect(keeping.filter((name) => name !== 'run_chunks')).toEqual(['step_memory'])
  })
})

const chatCall = (thread: string, { id, text }: { id: string; text: string }, isOurs = true) => ({
  method: 'POST',
  headers: isOurs ? { 'alcove-stream': '1' } : {},
  body: JSON.stringify({
    id: thread,
    messages: [{ id, role: 'user', parts: [{ type: 'text', text }] }],
    trigger: 'submit-message',
    tools: { pick: { description: 'Picks', parameters: { type: 'object' } } },
  }),
})

const runCall = (accept: string) => ({
  method: 'POST',
  headers: { accept },
  body: JSON.stringify({
    assistant_id: 'default',
    response_format: 'vercel-ai-data-stream/v1',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello?' }] }],
    runConfig: {},
  }),
})

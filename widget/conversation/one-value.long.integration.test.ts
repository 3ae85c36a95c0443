import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createLocalThreadId } from '../../shared/ids.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { ARGUMENTS_DIFFER_TEXT } from '../../shared/thread/settle-args.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
import { argumentPairs, type ArgumentPair } from './argument-pairs.test-support.ts'
import { createVisitor, parse, OFTEN, valueOf, type Tab } from './asking-tabs.test-support.ts'

// Card, run, row and next prompt have the same value, or nothing runs: for random pairs of streamed text and
// whole value, over HTTP.

const PAIRS = process.env['ALCOVE_TEST_LONG'] === '1' ? 300 : 12
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)
const AT_ONCE = 4
const LIMIT_MS = 1_200_000
const STARTED_WITHIN_MS = 120_000
const RAN_FILE = 'ran.txt'

const createConfig = (folder: string) => `
import { appendFile } from 'node:fs/promises'
export default {
  projects: {
    default: {
      assistants: {
        default: {
          tools: [
            {
              name: 'pay',
              needsApproval: true,
              parameters: { type: 'object' },
              async execute(args, { toolCallId }) {
                await appendFile(${JSON.stringify(join(folder, RAN_FILE))}, JSON.stringify([toolCallId, args]) + '\\n')
                return { ran: args }
              },
            },
          ],
        },
      },
    },
  },
}
`

let folder: string
let model: ModelServer
let alcove: AlcoveServer
let site: Server
/** Calls of the site's endpoint, by thread. */
const asked = new Map<string, EndpointBody[]>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-one-value-'))
  await writeFile(join(folder, 'alcove.config.ts'), createConfig(folder))
  model = await startModelServer()
  alcove = await startAlcove({
    env: {
      ALCOVE_CONFIG: join(folder, 'alcove.config.ts'),
      // This interface sends arguments twice.
      ALCOVE_MODEL: 'openai/any',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: model.url,
    },
  })
  site = await startSite()
}, STARTED_WITHIN_MS)
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
  await new Promise((resolve) => site?.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

interface EndpointBody {
  readonly id: string
  readonly messages: readonly {
    readonly role: string
    readonly parts: readonly Readonly<Record<string, JsonValue>>[]
  }[]
}

/** An endpoint. Its first answer calls the page's tool as the question says, and its second answer ends. */
async function startSite(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const pieces = await Array.fromAsync(request as AsyncIterable<Buffer>)
    const body = JSON.parse(Buffer.concat(pieces).toString()) as EndpointBody
    asked.set(body.id, [...(asked.get(body.id) ?? []), body])
    const last = body.messages.at(-1)
    const chunks =
      last?.role === 'user'
        ? callChunks(parse(last.parts[0]?.['text']) as ArgumentPair)
        : DONE_CHUNKS
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(chunks.map(encodeChunk).join('') + ENCODED_END)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const DONE_CHUNKS: readonly Chunk[] = [
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Done' },
  { type: 'text-end', id: 't' },
  { type: 'finish' },
]

function callChunks({ text, value }: ArgumentPair): readonly Chunk[] {
  const toolCallId = 'call_1'
  const middle = Math.ceil(text.length / 2)
  const deltas = [text.slice(0, middle), text.slice(middle)]
  return [
    { type: 'start-step' },
    { type: 'tool-input-start', toolCallId, toolName: 'act' },
    ...deltas.map((inputTextDelta): Chunk => {
      return { type: 'tool-input-delta', toolCallId, inputTextDelta }
    }),
    { type: 'tool-input-available', toolCallId, toolName: 'act', input: value },
    { type: 'finish' },
  ]
}

const ourServer = { type: 'chat' } as const
const endpoint = () =>
  ({
    type: 'endpoint',
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/chat`,
  }) as const

async function forEachPair(check: (pair: ArgumentPair) => Promise<void>) {
  const pairs = argumentPairs(SEED, PAIRS)
  const waiting = [...pairs]
  const work = async () => {
    for (let pair = waiting.shift(); pair; pair = waiting.shift()) {
      try {
        await check(pair)
      } catch (error) {
        throw new Error(`seed ${SEED}, pair ${JSON.stringify(pair)}`, { cause: error })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const refused = pairs.filter(({ runs }) => !runs).length
  console.log(`figure: ${pairs.length} pairs, ${refused} of them refused (seed ${SEED})`)
}

/** No tab offers to run it. */
function expectNothingToAllow(tabs: readonly Tab[]) {
  for (const tab of tabs) {
    expect(tab.card()).toBeUndefined()
    tab.allow()
    tab.session.answerTool(tab.call()?.toolCallId ?? '', { type: 'run' })
    expect(tab.isRunning()).toBe(false)
  }
}

/** The arguments of the server's tool runs, for one pair. */
async function ranAtServer(words: JsonObject): Promise<readonly unknown[]> {
  const text = await readFile(join(folder, RAN_FILE), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  const calls = lines.map((line) => JSON.parse(line) as [string, JsonObject])
  return calls.map(([, args]) => args).filter((args) => args['key'] === words['key'])
}

test.each(['act', 'pay'])(
  'through our server a call of %s has one value, or does not run',
  { timeout: LIMIT_MS },
  async (toolName) => {
    let count = 0
    await forEachPair(async (given) => {
      // Each pair has a unique key, in text and value alike.
      const pair = withKey(given, `${toolName}-${(count += 1)}`)
      const { open, ran } = createVisitor(alcove.port, ourServer)
      const whole = JSON.stringify(JSON.stringify(pair.value))
      const script = `twice ${toolName} ${JSON.stringify(pair.text)} ${whole}\nnext\nsay Done`
      const first = await open()
      first.session.send({ text: script })
      await first.settled()
      const tabs = [first, await open(first.thread()), await open(first.thread())] as const
      const runs = async () => (toolName === 'act' ? ran : ranAtServer(pair.value))
      const check = pair.runs ? expectOneValue : expectRefused
      await check(pair.value, { tabs, runs, prompt: () => promptOf(script) })
    })
    expect(count).toBe(PAIRS)
  },
)

/** The call and its outcome in the next prompt. */
function promptOf(script: string) {
  const { body } = model.requests.findLast(({ prompt }) => prompt === script)!
  const { input } = body as { input: readonly JsonObject[] }
  return {
    made: parse(input.find(({ type }) => type === 'function_call')?.['arguments']),
    told: JSON.stringify(input.find(({ type }) => type === 'function_call_output')),
  }
}

interface Seen {
  /** The tab that asked, and two that were loaded afterwards. */
  readonly tabs: readonly [Tab, Tab, Tab]
  readonly runs: () => Promise<readonly unknown[]>
  readonly prompt: () => ReturnType<typeof promptOf>
}

async function expectRefused(value: JsonObject, { tabs, runs, prompt }: Seen) {
  await tabs[0].done()
  expectNothingToAllow(tabs)
  expect(await runs()).toEqual([])
  expect(await tabs[0].row()).toMatchObject({ isError: true, args: value })
  expect(prompt().told).toContain(ARGUMENTS_DIFFER_TEXT)
}

async function expectOneValue(value: JsonObject, { tabs, runs, prompt }: Seen) {
  const [first, reloaded, other] = tabs
  expect(tabs.map(({ card }) => card())).toEqual([value, value, value])
  first.session.close()
  reloaded.allow(reloaded.card())
  await reloaded.done()
  // This tab still asks: it gets no events of the others.
  other.allow(other.card())
  await other.done()

  const ran = await runs()
  expect(ran.length).toBeGreaterThan(0)
  for (const args of ran) expect(args).toEqual(value)
  const row = await reloaded.row()
  expect([valueOf(row), row?.['result']]).toEqual([value, { ran: value }])
  expect(prompt().made).toEqual(value)
}

/** The text is changed like the value, so that the pair keeps its kind. */
function withKey(pair: ArgumentPair, key: string): ArgumentPair {
  const start = pair.text.indexOf('{')
  const begun = `{"key":${JSON.stringify(key)},`
  const text = start === -1 ? pair.text : begun + pair.text.slice(start + 1)
  return { ...pair, text, value: { ...pair.value, key } }
}

test(
  'through an endpoint a call has one value, or does not run (5.23)',
  { timeout: LIMIT_MS },
  async () => {
    await forEachPair(async (pair) => {
      const { open, ran } = createVisitor(alcove.port, endpoint())
      const first = await open()
      first.session.send({ text: JSON.stringify(pair) })
      await first.settled()
      const other = await open(first.thread())
      const check = pair.runs ? expectOneValueAtSite : expectRefusedAtSite
      await check(pair.value, first, other)
      expect(ran).toEqual(pair.runs ? [pair.value] : [])
      await expect.poll(async () => (await first.row())?.['result'], OFTEN).toBeDefined()
      expect(valueOf(await first.row())).toEqual(pair.value)
      expect((await open(first.thread())).call()?.args).toEqual(pair.value)
    })
  },
)

/** The call in the endpoint's last request. */
const toldToSite = (tab: Tab) =>
  asked
    .get(tab.thread())
    ?.at(-1)
    ?.messages.at(-1)
    ?.parts.find(({ toolCallId }) => toolCallId === 'call_1')

async function expectRefusedAtSite(_: JsonObject, first: Tab, other: Tab) {
  await first.done()
  await first.settled()
  expectNothingToAllow([first, other])
  expect(toldToSite(first)).toMatchObject({
    state: 'output-error',
    errorText: ARGUMENTS_DIFFER_TEXT,
  })
}

async function expectOneValueAtSite(value: JsonObject, first: Tab, other: Tab) {
  expect(first.card()).toEqual(value)
  // A waiting answer is not stored yet, so another tab has nothing to press.
  expectNothingToAllow([other])
  first.allow(first.card())
  await first.done()
  await first.settled()
  expect(toldToSite(first)).toMatchObject({ input: value, output: { ran: value } })
}

test(
  'a stored call of another program has one value, or does not run',
  { timeout: LIMIT_MS },
  async () => {
    await forEachPair(async ({ how, text, value, runs }) => {
      const { open, ran } = createVisitor(alcove.port, endpoint())
      const writer = await open()
      const threadId = await storeCall(writer, how === 'absent' ? {} : { argsText: text }, value)
      const first = await open(threadId)
      const other = await open(threadId)
      const check = runs ? expectStoredValue : expectNothingStored
      await check(value, first, other)
      expect(ran).toEqual(runs ? [value] : [])
    })
  },
)

const expectNothingStored = async (_: JsonObject, ...tabs: readonly Tab[]) =>
  expectNothingToAllow(tabs)

async function expectStoredValue(value: JsonObject, first: Tab, other: Tab) {
  expect([first.card(), other.card()]).toEqual([value, value])
  other.allow(other.card())
  await other.done()
  expect(toldToSite(other)).toMatchObject({ input: value, output: { ran: value } })
}

/** Stores a thread whose answer waits for the page's tool, as another client of the contract may do. */
async function storeCall({ cloud }: Tab, text: JsonObject, args: JsonObject): Promise<string> {
  const { signal } = new AbortController()
  const records = await cloud.records!()
  const threadId = await records.createThread(
    createLocalThreadId(),
    new Date().toISOString(),
    signal,
  )
  const store = (role: string, content: JsonValue, parentId: string | null, more: JsonObject) =>
    records.createMessage(
      threadId,
      {
        externalId: `${role}-1`,
        parentId,
        format: 'aui/v0',
        content: { role, content, metadata: {}, ...more },
      },
      signal,
    )
  const question = await store('user', [{ type: 'text', text: 'Act' }], null, {})
  const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'act', args, ...text }
  await store('assistant', [call], question, {
    status: { type: 'requires-action', reason: 'tool-calls' },
  })
  return threadId
}

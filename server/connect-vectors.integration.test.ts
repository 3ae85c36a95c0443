import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectVectors } from './connect-vectors.ts'
import { embedWords } from './knowledge/index/vectors/scripted-embedding.test-support.ts'
import { LIMIT_DEFAULTS } from './limits/limit-table.ts'
import { startEmbeddingServer } from './models/testing/start-embedding-server.ts'
import { createProjects } from './projects/create-projects.ts'
import { parseConfig } from './projects/parse-config.ts'
import { addSource } from './testing/add-source.ts'
import { createDocument, createPiece } from './store/knowledge/knowledge-rows.test-support.ts'
import { createTestBudgets } from './testing/create-test-budgets.ts'
import { runAlcoveHere } from './testing/run-alcove.ts'
import { BARE_ENVIRONMENT } from './testing/bare-environment.ts'
import { withStore } from './testing/with-store.ts'

const TEXTS = ['A reimbursement takes five days.', 'The lantern burns for hours.', 'Open at nine.']
const { store, place } = withStore('sqlite')
let server: Awaited<ReturnType<typeof startEmbeddingServer>>
let sourceId: string
beforeAll(async () => {
  server = await startEmbeddingServer((input) => embedWords(input, 'm', 32))
  sourceId = await addSource(place)
  await store.knowledge.saveDocument({
    document: createDocument({ sourceId, address: 'help.md' }),
    pieces: TEXTS.map((text) => createPiece(text)),
  })
})
afterAll(() => server.stop())

/** Models whose calls were counted. */
const counted: string[] = []
function connect(block: object, embeddingModel?: string) {
  const config = {
    providers: { local: { baseUrl: server.url, key: 'local-key' } },
    projects: { default: block },
  }
  const configs = parseConfig(config, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
  const environment = { ...BARE_ENVIRONMENT, embeddingModel }
  const projects = createProjects({
    store,
    configs: { current: configs },
    environment,
    now: Date.now,
  })
  const settings = { providers: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'own-key' } }
  const budgets = createTestBudgets(store)
  const log = { warn() {} }
  const { search, embedPages } = connectVectors({
    settings,
    projects,
    store,
    budgets,
    countEmbedding: async ({ model }) => void counted.push(model),
    log,
    now: Date.now,
  })
  return {
    embed: () => embedPages(new AbortController().signal),
    ask: (text: string) =>
      search.search({ projectId: 'default', text, sources: new Set([sourceId]), wanted: 3 }),
  }
}
const models = async () =>
  (await store.embeddings.listModels('default')).map(({ name, state }) => [name, state])
const last = () => server.requests.at(-1)!

test('a model of the environment, then one of the block, whose change asks the former until the end', async () => {
  const first = connect({}, 'openai-compatible/small')
  await first.embed()
  expect(await models()).toEqual([['openai-compatible/small', 'current']])
  expect(last()).toMatchObject({
    headers: { authorization: 'Bearer own-key' },
    body: { model: 'small', input: expect.arrayContaining([`help.md\n${TEXTS[0]}`]) as unknown },
  })

  const second = connect({ embeddings: { model: 'local/large', dimensions: 32 } })
  expect(await second.ask('refund')).toHaveLength(3)
  expect(last()).toMatchObject({ body: { model: 'small', input: ['refund'] } })

  await second.embed()
  expect(await models()).toEqual([['local/large', 'current']])
  counted.length = 0
  expect(await second.ask('refund')).toHaveLength(3)
  expect(counted).toEqual(['local/large'])
  expect(last()).toMatchObject({
    headers: { authorization: 'Bearer local-key' },
    body: { model: 'large', input: ['refund'], dimensions: 32 },
  })
})

test('a model that wants prefixes gets them, and pages are embedded anew when they change', async () => {
  const inputs = (from: number) =>
    server.requests.slice(from).flatMap(({ body }) => (body as { input: string[] }).input)
  const block = { embeddings: { model: 'local/nomic-embed-text' } }
  const known = connect(block)
  let asked = server.requests.length
  await known.embed()
  expect(await known.ask('refund')).toHaveLength(3)
  expect(inputs(asked)).toContain(`search_document: help.md\n${TEXTS[0]}`)
  expect(inputs(asked).at(-1)).toBe('search_query: refund')
  expect(await models()).toEqual([['local/nomic-embed-text', 'current']])

  const none = connect({ embeddings: { ...block.embeddings, prefixes: {} } })
  asked = server.requests.length
  await none.ask('refund')
  expect(inputs(asked)).toEqual(['search_query: refund'])
  await none.embed()
  await none.ask('refund')
  expect(inputs(asked)).toContain(`help.md\n${TEXTS[0]}`)
  expect(inputs(asked).at(-1)).toBe('refund')
  expect(await models()).toEqual([['local/nomic-embed-text', 'current']])
})

test('commands search and judge by words and with vectors', async () => {
  await connect({}, 'openai-compatible/small').embed()
  const env = {
    ALCOVE_EMBEDDING_MODEL: 'openai-compatible/small',
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'own-key',
  }
  const found = await runAlcoveHere(place, ['knowledge', 'search', 'refund', '--json'], env)
  expect(JSON.parse(found.out)).toMatchObject([{ text: TEXTS[0] }, {}, {}])

  const questions = join(place.dataDir, 'questions.csv')
  writeFileSync(
    questions,
    'question,language,document,anchor_or_heading,expected_words,kind\nrefund,en,help.md,,reimbursement,reworded\n',
  )
  const judged = await runAlcoveHere(place, ['knowledge', 'eval', questions, '--json'], env)
  expect(judged).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(judged.out)).toMatchObject({
    model: 'openai-compatible/small',
    all: { at1: 1 },
    by_words: { all: { at1: 0 } },
  })

  const report = await runAlcoveHere(place, ['knowledge', 'report'], env)
  expect(report.out).toContain('the vectors of openai-compatible/small')
})

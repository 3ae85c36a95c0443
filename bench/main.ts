// `npm run bench`: cost of the chat in a browser, or of a part of it (`-- stream`, `-- thread`, `-- open`,
// `-- idle`). `-- streams`: cost of open answers for the server. `-- store`: cost of the store. `-- desk`: lists and searches of the desk (`--big`: 1,000,000 messages); fails if one holds others for more than 50 ms. `-- desk-pages`: the desk's list beside two tables, and changes of its pages; fails if these are slow. `-- tokens`:
// the server's cost of a provider's token, beside a bare relay. `-- dialects`: the same in the dialect of each model
// server, beside plain OpenAI; fails if one costs more than the limit. `-- answers`: cost of whole answers in
// sequence, and the server's growth. `-- hold`: how long others wait for the most hostile calls (`--only`
// selects some); fails if a call delays them for too long. `-- pdf`: duration of a third person's PDF beside
// two who send many. `-- knowledge`: search and indexing of an owner's pages beside peers (`--big`: 100,000
// pieces). `-- knowledge-vectors`: questions among vectors (`--big`: 200,000 pieces of 1,536 numbers). `-- cache`: share of a conversation's tokens that providers' caches hold. `-- cases`: cases in one run and one by one. `-- proxies`: delay of a word through each proxy of docs/proxies; fails if a proxy
// exceeds the limit. `-- readers`: what ways to read pages keep of the pages of different makers.
import { startPostgres } from '../scripts/postgres.ts'
import { orExit, readArguments, readNumber } from '../scripts/read-arguments.ts'
import { startRedis } from '../scripts/redis.ts'
import { runCacheBench } from './cache-bench.ts'
import { runCasesBench } from './cases-bench.ts'
import { CHAT_PARTS, runChatBench } from './chat-bench.ts'
import { DESK_BIG, DESK_SMALL, DESK_STREAMS, runDeskBench } from './desk/desk-bench.ts'
import { CHANGE_MAX_MS, runPagesBench } from './desk/pages-bench.ts'
import { runHoldBench } from './hold/hold-bench.ts'
import { HOLD_SCALE } from './hold/hold-scale.ts'
import { findLongHolds } from './hold/long-holds.ts'
import { runKnowledgeBench } from './knowledge/knowledge-bench.ts'
import { runPdfBench } from './pdf-bench.ts'
import { runProxiesBench } from './proxies-bench.ts'
import { runReadersBench } from './readers-bench.ts'
import { runStoreBench } from './store-bench.ts'
import { BIG_SCALE, SMALL_SCALE } from './store-scale.ts'
import { createPostgresTemplate } from '../server/testing/migrated-place.ts'
import { runVectorsBench } from './vectors-bench.ts'
import { runStreamsBench } from './streams-bench.ts'
import { runAnswersBench } from './tokens/answers-bench.ts'
import { COUNTS_STATEMENTS } from './tokens/database-work.ts'
import { runDialectsBench } from './tokens/dialects-bench.ts'
import { runTokensBench, TOKEN_SOURCES } from './tokens/tokens-bench.ts'

const OPTIONS = {
  big: { type: 'boolean', default: false },
  runs: { type: 'string', default: '5' },
  streams: { type: 'string' },
  postgres: { type: 'boolean', default: false },
  redis: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '10' },
  only: { type: 'string', default: '.' },
  count: { type: 'string', default: '10000' },
  width: { type: 'string', default: '10' },
} as const
const { words, values } = readArguments(OPTIONS, 1)
const COUNT_MAX = 1_000_000
/** A typical answer of some two hundred words. */
const ANSWER_TOKENS = 300
const CACHE_TURNS = 10
const CASES = 200
const CASE_ANSWER_MS = 200
const QUESTIONS = 500
const DESK_ROWS = 10_000
const PAGE_ROUNDS = 10
const SCROLL_STEPS = 40
const BIG_PIECES = 100_000
/** Enough samples for a 95th percentile. */
const PROXY_WORDS = 200

const PARTS = [
  'store',
  'desk',
  'desk-pages',
  'hold',
  'pdf',
  'knowledge',
  'knowledge-vectors',
  'cache',
  'cases',
  'proxies',
  'readers',
  'streams',
  'tokens',
  'dialects',
  'answers',
  ...CHAT_PARTS,
]

const part = orExit(() => parsePart(words[0]))
const [runs, seconds, count, width] = (['runs', 'seconds', 'count', 'width'] as const).map((name) =>
  readNumber(`--${name}`, values[name], 1, COUNT_MAX),
) as [number, number, number, number]
const streams = values.streams
  ?.split(',')
  .map((text) => readNumber('--streams', text, 1, COUNT_MAX))

function parsePart(name: string | undefined): string | undefined {
  if (name === undefined || PARTS.includes(name)) return name
  throw new Error(`There is no part ${name}: expected ${PARTS.join(', ')}, or none.`)
}

if (part === 'store') {
  const postgres = await startPostgres()
  const scale = values.big ? BIG_SCALE : SMALL_SCALE
  await runStoreBench({ scale, postgresUrl: postgres.url, print: console.log })
  await postgres.stop()
} else if (part === 'desk') {
  const postgres = await startPostgres()
  const scale = values.big ? DESK_BIG : DESK_SMALL
  const { missed } = await runDeskBench({
    scale,
    beside: DESK_STREAMS,
    postgresUrl: postgres.url,
    print: console.log,
  })
  if (missed.length > 0) process.exitCode = 1
  await postgres.stop()
} else if (part === 'desk-pages') {
  const scale = { conversations: DESK_ROWS, rounds: PAGE_ROUNDS, steps: SCROLL_STEPS }
  const { changeP95 } = await runPagesBench({ ...scale, runs, print: console.log })
  if (changeP95 > CHANGE_MAX_MS) process.exitCode = 1
} else if (part === 'streams') {
  await benchStreams()
} else if (part === 'tokens') {
  await benchTokens()
} else if (part === 'dialects') {
  await benchDialects()
} else if (part === 'answers') {
  await benchAnswers()
} else if (part === 'hold') {
  const only = new RegExp(values.only)
  const figures = await runHoldBench({ scale: { ...HOLD_SCALE, runs }, print: console.log, only })
  if (findLongHolds(figures).length > 0) process.exitCode = 1
} else if (part === 'pdf') {
  if (!(await runPdfBench({ runs, print: console.log }))) process.exitCode = 1
} else if (part === 'knowledge') {
  const postgres = await startPostgres()
  const settings = { pieces: values.big ? BIG_PIECES : count, questions: QUESTIONS }
  const only = new RegExp(values.only)
  await runKnowledgeBench({ ...settings, only, postgresUrl: postgres.url, print: console.log })
  await postgres.stop()
} else if (part === 'knowledge-vectors') {
  await benchVectors()
} else if (part === 'cache') {
  await runCacheBench({ turns: CACHE_TURNS, print: console.log })
} else if (part === 'cases') {
  await runCasesBench({ cases: CASES, answerMs: CASE_ANSWER_MS, print: console.log })
} else if (part === 'proxies') {
  if (!(await runProxiesBench({ words: PROXY_WORDS, print: console.log }))) process.exitCode = 1
} else if (part === 'readers') {
  await runReadersBench({ runs, print: console.log })
} else if (part === undefined) {
  await runChatBench(CHAT_PARTS, runs)
  await benchStreams()
} else {
  await runChatBench([part], runs)
}

function benchStreams(): Promise<void> {
  return runStreamsBench({ streams: streams?.[0] ?? 1_000, seconds, runs })
}

async function benchVectors(): Promise<void> {
  const postgres = await startPostgres()
  await createPostgresTemplate(postgres.url)
  await runVectorsBench({
    scale: { pieces: values.big ? 200_000 : 100_000, dimensions: values.big ? 1_536 : 384 },
    questions: 100,
    postgresUrl: postgres.url,
    print: console.log,
  })
  await postgres.stop()
}

async function benchDialects(): Promise<void> {
  const only = new RegExp(values.only, 'i')
  const settings = { streams: streams?.[0] ?? 50, seconds, runs, only, print: console.log }
  const dear = await runDialectsBench(settings)
  if (dear.length === 0) return
  console.log(`Too dear: ${dear.join(', ')}`)
  process.exitCode = 1
}

async function startCounted() {
  return values.postgres ? startPostgres({ settings: COUNTS_STATEMENTS }) : undefined
}

async function benchAnswers(): Promise<void> {
  const postgres = await startCounted()
  await runAnswersBench({
    count,
    length: ANSWER_TOKENS,
    width,
    lines: 10,
    ...(postgres ? { databaseUrl: postgres.url } : {}),
    print: console.log,
  })
  await postgres?.stop()
}

async function benchTokens(): Promise<void> {
  const postgres = await startCounted()
  const redis = values.redis ? await startRedis() : undefined
  const only = new RegExp(values.only)
  await runTokensBench({
    streams: streams ?? [25, 100, 200, 300, 400],
    seconds,
    sources: TOKEN_SOURCES.filter((source) => only.test(source)),
    ...(postgres ? { databaseUrl: postgres.url } : {}),
    ...(redis ? { redisUrl: redis.url } : {}),
    print: console.log,
  })
  await redis?.stop()
  await postgres?.stop()
}

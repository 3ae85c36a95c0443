import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import {
  createStorePlace,
  type Engine,
  ENGINES,
  type StorePlace,
} from '../../scripts/store-place.ts'
import {
  addAnswerFromPages,
  fillKnowledge,
} from '../store/knowledge/knowledge-rows.test-support.ts'
import { MESSAGE_ROW_BYTES } from '../store/message-bytes.ts'
import { openStore } from '../store/store.ts'
import { chatOnce, createUserCall, fillUser, type UserCall } from '../testing/fill-user.ts'
import { type AllRows, readAllRows } from '../testing/read-all-rows.ts'
import { runAlcove, runAlcoveHere } from '../testing/run-alcove.ts'

const WRITERS = 4
const TIMEOUT_MS = 600_000
const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }

let folder: string
const places: StorePlace[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-backup-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  for (const place of places.splice(0)) await place.remove()
})

async function createPlace(engine: Engine): Promise<StorePlace> {
  const place = await createStorePlace(engine, inject('postgresUrl'))
  places.push(place)
  return place
}

function start({ databaseUrl, dataDir }: StorePlace, env: Readonly<Record<string, string>>) {
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  return startAlcove({ env: { ...env, ...database }, dataDir })
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: { readonly token: string }
}

async function createVisitor(origin: string) {
  const open = createUserCall(origin, {})
  const tokens = (await open('/auth/tokens/anonymous', {})) as Tokens
  const call = createUserCall(origin, { Authorization: `Bearer ${tokens.access_token}` })
  return { call, refreshToken: tokens.refresh_token.token }
}

/** Adds messages to threads one after another, until the signal aborts. */
async function write(call: UserCall, signal: AbortSignal): Promise<number> {
  const { thread_id } = (await call('/threads', {
    last_message_at: new Date().toISOString(),
  })) as { thread_id: string }
  let parent: string | null = null
  let count = 0
  while (!signal.aborted) {
    const content = { role: 'user', content: [{ type: 'text', text: `Number ${count}` }] }
    const body = { parent_id: parent, format: 'aui/v0', content }
    const made = (await call(`/threads/${thread_id}/messages`, body)) as { message_id: string }
    parent = made.message_id
    count += 1
  }
  return count
}

/** The rows of the backup's own file: by table, as texts. */
async function readBackupRows(backup: string): Promise<Record<string, string[]>> {
  const text = gunzipSync(await readFile(join(backup, 'rows.ndjson.gz'))).toString()
  const tables: Record<string, string[]> = {}
  for (const line of text.trimEnd().split('\n')) {
    const { table, row } = JSON.parse(line) as { table: string; row: Record<string, unknown> }
    const sorted = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
    ;(tables[table] ??= []).push(JSON.stringify(sorted))
  }
  for (const rows of Object.values(tables)) rows.sort()
  return tables
}

const hashesOf = (rows: AllRows, tables = Object.keys(rows)) =>
  Object.fromEntries(tables.map((table) => [table, sumOf(JSON.stringify(rows[table] ?? []))]))

type Fields = Readonly<Record<string, unknown>>

const sumUp = (rows: readonly string[] = [], count: (fields: Fields) => number): number =>
  rows.reduce(
    (sum, row) => sum + count(Object.fromEntries(JSON.parse(row) as [string, unknown][])),
    0,
  )

const bytesOf = ({ content }: Fields): number =>
  MESSAGE_ROW_BYTES + Buffer.byteLength(String(content))

/** Created once for each engine, by the first test that needs it: restores do not change it. */
function oncePerEngine<Made>(make: (engine: Engine) => Promise<Made>) {
  const made = new Map<Engine, Promise<Made>>()
  return (engine: Engine): Promise<Made> => {
    const found = made.get(engine) ?? make(engine)
    made.set(engine, found)
    return found
  }
}

/** A backup, made by another process, of a server under writes. */
const backUpBusy = oncePerEngine(async (engine) => {
  const source = await createPlace(engine)
  // The embedded database has its own secret, which is in the backup.
  const sourceEnv = engine === 'sqlite' ? {} : SECRET
  const alcove = await start(source, sourceEnv)
  const origin = `http://127.0.0.1:${alcove.port}`
  const visitor = await createVisitor(origin)
  const filled = await fillUser(visitor.call, 'Ada')
  const ending = new AbortController()
  const writers = Array.from({ length: WRITERS }, async () =>
    write((await createVisitor(origin)).call, ending.signal),
  )
  const backup = join(folder, `busy-${engine}`)

  const made = await runAlcove(source, ['backup', backup], sourceEnv)
  ending.abort()
  const written = await Promise.all(writers)
  await alcove.stop()

  const everything = await readAllRows(source)
  return { backup, made, written, everything, visitor, filled }
})

/** A backup of a stopped server with a row of everything. */
const backUpStill = oncePerEngine(async (engine) => {
  const source = await createPlace(engine)
  const model = await startModelServer()
  // A thought is remembered for its model.
  model.teach('hi from Ada', 'reason Who is it; say Hello')
  const providers = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
  const alcove = await start(source, { ...SECRET, ...providers })
  const visitor = await createVisitor(`http://127.0.0.1:${alcove.port}`)
  await chatOnce(visitor.call, await fillUser(visitor.call, 'Ada'), 'Ada')
  await alcove.stop()
  await model.stop()
  await runAlcoveHere(source, ['project', 'create', 'shop'], SECRET)
  await runAlcoveHere(source, ['key', 'create', '--project', 'shop', '--scope', 'browser'], SECRET)
  await runAlcoveHere(source, ['address', 'block', '203.0.113.7', '--reason', 'a flood'], SECRET)
  await runAlcoveHere(source, ['project', 'visitors', 'shop', 'refused'], SECRET)
  await runAlcoveHere(source, ['project', 'work', 'shop', '18'], SECRET)
  const store = await openStore(source)
  await fillKnowledge(source, store)
  await addAnswerFromPages(store)
  const person = await store.desk.people.invite('ada@shop.example', {
    projectId: null,
    role: 'owner',
  })
  const act = { act: 'person.invite', target: person.id, userId: null, details: {} }
  await store.desk.audit.add({ person, projectId: null, ...act })
  await store.close()
  const before = await readAllRows(source)

  const backup = join(folder, `still-${engine}`)
  await runAlcoveHere(source, ['backup', backup], SECRET)
  return { backup, before }
})

const PAIRS = ENGINES.flatMap((from) => ENGINES.map((to) => [from, to] as const))
/** Every night also between engines, which takes longer. */
const tagsOf = (from: Engine, to: Engine) => (from === to ? ['nightly'] : [])

for (const [from, to] of PAIRS) {
  test(
    `a backup of ${from}, restored into ${to} is one moment of a server that is written to, and keeps the visitor`,
    { timeout: TIMEOUT_MS, tags: tagsOf(from, to) },
    async () => {
      const { backup, made, written, everything, visitor, filled } = await backUpBusy(from)

      expect(made).toMatchObject({ code: 0, err: '' })
      expect(made.out).toContain('copy alcove.config.ts and .env')
      expect(Math.min(...written)).toBeGreaterThan(0)
      const target = await createPlace(to)
      const own = from === 'sqlite' ? await readFile(join(backup, 'secret'), 'utf8') : undefined
      const secret = own?.trim() ?? SECRET.ALCOVE_SECRET
      const targetEnv = from === 'sqlite' && to === 'sqlite' ? {} : { ALCOVE_SECRET: secret }
      const restored = await runAlcoveHere(target, ['restore', backup], targetEnv)
      expect(restored).toMatchObject({ code: 0, err: '' })
      expect(restored.out).not.toContain('another secret')

      // The sizes of messages and files are not in the backup; they are counted while rows are restored.
      const {
        message_bytes: counted = [],
        file_bytes: fileCounted = [],
        ...there
      } = await readAllRows(target)
      const backedUp = await readBackupRows(backup)
      expect(hashesOf(there)).toEqual(hashesOf(backedUp, Object.keys(there)))
      expect(backedUp['messages']?.length).toBeGreaterThan(1)
      expect(sumUp(counted, ({ bytes }) => Number(bytes))).toBe(
        sumUp(backedUp['messages'], bytesOf),
      )
      expect(sumUp(fileCounted, ({ bytes }) => Number(bytes))).toBe(
        sumUp(backedUp['files'], ({ bytes }) => Number(bytes)),
      )
      // Messages are never changed here, so each is in the source, byte for byte.
      const inSource = new Set(everything['messages'])
      expect(there['messages']?.filter((row) => !inSource.has(row))).toEqual([])

      const again = await start(target, targetEnv)
      const home = `http://127.0.0.1:${again.port}`
      const tokens = (await createUserCall(home, {})('/auth/tokens/refresh', {
        refresh_token: visitor.refreshToken,
      })) as Tokens
      const call = createUserCall(home, { Authorization: `Bearer ${tokens.access_token}` })
      expect(await call('/threads')).toMatchObject({ threads: [{ id: filled.threadId }] })
      const file = (await call('/files/attachments/generate-presigned-download-url', {
        key: filled.fileKey,
      })) as { signedUrl: string }
      expect(await (await fetch(file.signedUrl)).text()).toBe(filled.fileText)
      await again.stop()
    },
  )

  test(
    `a server of ${from} that stands still comes back from ${to} with every row of every table`,
    { timeout: TIMEOUT_MS, tags: tagsOf(from, to) },
    async () => {
      const { backup, before } = await backUpStill(from)

      const target = await createPlace(to)
      await runAlcoveHere(target, ['restore', backup], SECRET)

      expect(await readAllRows(target)).toEqual(before)
      const empty = Object.keys(before).filter((table) => before[table]?.length === 0)
      // All other tables have rows, so that the comparison is meaningful.
      const over = [
        'answer_fixes',
        'budgets',
        'case_attempts',
        'case_runs',
        'cases',
        'config_reload_reports',
        'config_reloads',
        'conversation_notes',
        'desk_links',
        'desk_sessions',
        'job_leases',
        'kept_stops',
        'loose_prompt_texts',
        'message_leases',
        'notice_deliveries',
        'notice_hooks',
        'notices',
        'project_drafts',
        'project_versions',
        'report_mails',
        'report_people',
        'run_chunks',
        'spent_proofs',
        'write_checks',
      ]
      expect(empty.toSorted()).toEqual(over)
    },
  )
}

const sumOf = (content: string): string => createHash('sha256').update(content).digest('hex')

import { serve } from '@hono/node-server'
import { createPacedSource, type PacedSource } from '../../e2e/model-server/paced-source.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createService } from '../create-service.ts'
import { exitWithParent } from '../exit-with-parent.ts'
import { openObjects } from '../files/open-objects.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import { createLog } from '../log.ts'
import type { Assistant } from '../models/model.ts'
import { serverOptionsOf, SOCKET_LIMITS } from '../routes/connections.ts'
import { writeDirectly } from '../streams/send-log.ts'
import { readSettings } from '../settings.ts'
import { openStore, type Store } from '../store/store.ts'
import { createMemoryLog } from '../streams/memory-log.ts'
import { createTestAssets } from './test-assets.ts'

/** Defaults of a message without numbers: an answer that ends at once. */
const DEFAULT_PIECES = 1
const DEFAULT_RATE = 20

/**
 * For `npm run bench -- streams`, as a process: the whole service with all code that an answer passes, from
 * the interface of models on. A message `<pieces> <pieces a second>` sets its answer. It listens on `PORT`
 * until its parent is gone or SIGTERM comes. Returns its store.
 */
export async function runStreamsServer(): Promise<Store> {
  const settings = readSettings(process.env, () => 'a secret of the benchmark, of no use elsewhere')
  const now = () => Date.now()
  const log = createLog({ write: (line) => process.stdout.write(line), secrets: [] })
  const store = await openStore({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
  })
  const source = createPacedSource()
  const assistant: Assistant = {
    model: {
      name: 'scripted/paced',
      stream: ({ messages }, signal) => answer(source, messages.at(-1), signal),
    },
    system: undefined,
    tools: [],
    maxSteps: 1,
    maxOutputTokens: undefined,
    takesClientSystem: false,
  }
  const { app, runs } = createService({
    settings,
    configs: { current: new Map() },
    assistants: { find: () => Promise.resolve(assistant) },
    store,
    objects: openObjects(settings, now),
    counters: createMemoryCounters(now),
    streams: createMemoryLog(),
    shared: undefined,
    assets: createTestAssets(),
    log,
    now,
  })
  const server = serve({
    fetch: writeDirectly(app.fetch),
    port: settings.port,
    hostname: settings.host,
    serverOptions: serverOptionsOf(SOCKET_LIMITS),
  })
  const stop = async () => {
    server.close()
    await runs.drain(0)
    source.close()
    await store.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  exitWithParent(() => void stop())
  return store
}

function answer(
  source: PacedSource,
  question: { readonly content: readonly object[] } | undefined,
  signal: AbortSignal,
): AsyncIterable<Chunk> {
  const words = JSON.stringify(question?.content).match(/\d+/g) ?? []
  const [pieces = DEFAULT_PIECES, perSecond = DEFAULT_RATE] = words.map(Number)
  const paced = source.pieces<Chunk>(
    { type: 'text-delta', id: 't', delta: 'token ' },
    perSecond,
    signal,
  )
  return { [Symbol.asyncIterator]: () => createAnswer(paced, pieces) }
}

/** Without a generator around the source, which would be measured as the service's own work. */
function createAnswer(paced: AsyncGenerator<Chunk>, pieces: number): AsyncIterator<Chunk> {
  const before: Chunk[] = [{ type: 'start-step' }, { type: 'text-start', id: 't' }]
  const after: Chunk[] = [
    { type: 'text-end', id: 't' },
    { type: 'finish-step' },
    { type: 'finish', messageMetadata: { finishReason: 'stop', usage: {} } },
  ]
  let sent = 0
  const give = (value: Chunk | undefined) =>
    Promise.resolve<IteratorResult<Chunk>>(
      value ? { value, done: false } : { value: undefined, done: true },
    )
  return {
    next() {
      if (before.length > 0) return give(before.shift())
      if (sent === pieces) return give(after.shift())
      sent += 1
      return paced.next()
    },
    async return() {
      await paced.return(undefined)
      return { value: undefined, done: true }
    },
  }
}

import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, onTestFinished } from 'vitest'
import { createGuardedGet } from '../files/fetch/guarded-get.ts'
import { CRAWL_TURN_MS, createCrawls, type Crawls } from '../knowledge/crawls.ts'
import { createDocumentReader, type DocumentReader } from '../knowledge/read/document-reader.ts'
import { readSourceSettings, type SourceSettings } from '../knowledge/source-settings.ts'
import type { NewSource } from '../store/knowledge/source-rows.ts'
import type { Store } from '../store/store.ts'

/** Settings of a source that says nothing. */
export const DEFAULT_SOURCE_SETTINGS = readSourceSettings('{}')

/** The real reader, for all tests of the calling block. */
export function withReader(): DocumentReader {
  const reader = createDocumentReader()
  afterAll(() => reader.close())
  return reader
}

const fail = (error: unknown): void => {
  throw error
}

/** Crawls of one test without pauses. Errors of crawls fail the test, unless it takes them. */
export function createKnowledgeWorld(
  store: Store,
  reader: Pick<DocumentReader, 'readDocument'>,
  { allowsLoopback = true, turnMs = CRAWL_TURN_MS, onError = fail } = {},
) {
  const read: string[] = []
  const crawls: Crawls = createCrawls({
    store,
    get: createGuardedGet({ allowsLoopback }),
    readDocument: (raw) => {
      read.push(raw.address)
      return reader.readDocument(raw)
    },
    pauseMs: 0,
    turnMs,
    onError,
  })
  onTestFinished(() => crawls.stop())
  return {
    crawls,
    /** Addresses of the documents that were read since the last look. */
    takeRead: () => read.splice(0),
    add: (
      source: Pick<NewSource, 'kind' | 'location'> & {
        readonly projectId?: string
        readonly settings?: Partial<SourceSettings>
      },
    ) =>
      store.sources.add({
        projectId: 'default',
        isFixed: false,
        ...source,
        settings: JSON.stringify({ ...DEFAULT_SOURCE_SETTINGS, ...source.settings }),
      }),
  }
}

/** A site on this machine for one test; `requests` has the path of each request. */
export async function createSite(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${port}`, requests }
}

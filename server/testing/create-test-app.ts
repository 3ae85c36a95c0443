import { createAccessTokens } from '../auth/access-token.ts'
import { createApiKeys } from '../auth/api-keys.ts'
import { createAnonymousIdentity, type Identity } from '../auth/identity.ts'
import { createService } from '../create-service.ts'
import { createSignIns } from '../desk/sign-ins.ts'
import { openObjects } from '../files/open-objects.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import { createLog } from '../log.ts'
import type { Assistants } from '../models/model.ts'
import type { AlcoveConfig } from '../projects/define-config.ts'
import { parseConfig } from '../projects/parse-config.ts'
import { type Environment, readSettings } from '../settings.ts'
import { openStore, type StoreSettings } from '../store/store.ts'
import { createMemoryLog } from '../streams/memory-log.ts'
import { createMigratedPlace } from './migrated-place.ts'
import { createTestAssets } from './test-assets.ts'

export const TEST_SECRET = 'a secret of the tests, thirty-two bytes at least'
export const TEST_HOST_SECRET = 'the secret that the host page shares with the tests'
const START = Date.parse('2026-11-21T05:00:00.000Z')

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

export interface TestAppOptions {
  readonly env?: Environment
  /** Blocks of a configuration, as an operator writes them. */
  readonly config?: AlcoveConfig
  /** Default: those of the configuration. */
  readonly assistants?: Assistants
  readonly onStatement?: StoreSettings['onStatement']
  /** The caller's own place, which stays; default: SQLite in a temporary folder. */
  readonly place?: { readonly dataDir: string; readonly databaseUrl?: string | undefined }
}

/**
 * The whole service on its own database, with the demo model and a clock that stands still until it is moved.
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const own = options.place ? undefined : await createMigratedPlace('sqlite', '')
  const place = options.place ?? own!
  const clock = { ms: START }
  const now = () => clock.ms
  const { onStatement } = options
  const told = onStatement ? { onStatement } : {}
  const store = await openStore({ ...place, ...told, now: () => new Date(clock.ms) })
  const lines: string[] = []
  const allEnv = {
    ALCOVE_SECRET: TEST_SECRET,
    ALCOVE_HOST_SECRET: TEST_HOST_SECRET,
    ALCOVE_DATA_DIR: place.dataDir,
    ALCOVE_LIMITS: 'off',
    ...options.env,
  }
  const settings = readSettings(allEnv, () => TEST_SECRET)
  const source = { name: 'alcove.config.ts', limits: settings.limits }
  const log = createLog({ write: (line) => lines.push(line) })
  const counters = createMemoryCounters(now)
  const { app, projects, projectSettings, runs, files, cases, endLost } = createService({
    settings,
    configs: { current: options.config ? parseConfig(options.config, source) : new Map() },
    ...(options.assistants ? { assistants: options.assistants } : {}),
    store,
    objects: openObjects(settings, now),
    counters,
    streams: createMemoryLog(),
    assets: createTestAssets(),
    log,
    now,
  })
  const accessTokens = createAccessTokens({ secret: TEST_SECRET, now })
  const desk = createSignIns({
    queries: store.desk.signIns,
    settings: { idleDays: settings.deskIdleDays, sessionDays: settings.deskSessionDays },
    now,
  })
  const apiKeys = createApiKeys({ queries: store.apiKeys, now })
  return {
    app,
    projects,
    projectSettings,
    store,
    files,
    cases,
    endLost,
    clock,
    lines,
    apiKeys,
    desk,
    request: (path: string, init: RequestInit = {}) => app.request(path, init),
    signIn: async (identity: Identity = createAnonymousIdentity('default')) => ({
      identity,
      authorization: `Bearer ${await accessTokens.sign(identity)}`,
    }),
    async close() {
      await cases.stop()
      await runs.drain(0)
      await counters.close()
      await store.close()
      await own?.remove()
    },
  }
}

/** Options of a call with a JSON body. */
export function jsonCall(body: unknown, authorization?: string): RequestInit {
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    },
    body: JSON.stringify(body),
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { createAccessTokens } from '../auth/access-token.ts'
import { createAnonymousIdentity, type Identity } from '../auth/identity.ts'
import { createLog } from '../log.ts'
import { createEncodedFile } from '../routes/encoded-file.ts'
import type { Runs } from '../runs/runs.ts'
import { readSettings, type Environment } from '../settings.ts'
import { openStore } from '../store/open-store.ts'

export const TEST_SECRET = 'a secret of the tests, thirty-two bytes at least'
export const TEST_HOST_SECRET = 'the secret that the host page shares with the tests'
const START = Date.parse('2026-11-21T05:00:00.000Z')

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The whole service on a database of its own, with a clock that stands until it is moved. */
export async function createTestApp(env: Environment = {}, runs: Runs = createSilentRuns()) {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-app-'))
  const clock = { ms: START }
  const now = () => clock.ms
  const store = await openStore({ dataDir, now: () => new Date(clock.ms) })
  const lines: string[] = []
  const allEnv = {
    ALCOVE_SECRET: TEST_SECRET,
    ALCOVE_HOST_SECRET: TEST_HOST_SECRET,
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_LIMITS: 'off',
    ...env,
  }
  const settings = readSettings(allEnv, () => TEST_SECRET)
  const app = createApp({
    settings,
    store,
    runs,
    assets: createTestAssets(),
    log: createLog({ write: (line) => lines.push(line) }),
    clock: now,
  })
  const accessTokens = createAccessTokens({ secret: TEST_SECRET, now })
  return {
    app,
    store,
    clock,
    lines,
    request: (path: string, init: RequestInit = {}) => app.request(path, init),
    signIn: async (identity: Identity = createAnonymousIdentity('default')) => ({
      identity,
      authorization: `Bearer ${await accessTokens.sign(identity)}`,
    }),
    async close() {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a JSON call looks like. */
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

function createTestAssets() {
  const script = 'text/javascript; charset=utf-8'
  return {
    loader: createEncodedFile(Buffer.from(`/* loader */${'x'.repeat(2000)}`), script),
    loaderPanel: createEncodedFile(Buffer.from('/* panel */'), script),
    frameHtml: '<!doctype html>\n<html>\n  <head>\n  </head>\n  <body></body>\n</html>\n',
    files: new Map([['main-a1b2.js', createEncodedFile(Buffer.from('main()'), script)]]),
  }
}

function createSilentRuns(): Runs {
  return {
    submit: () => Promise.resolve({ stream: () => new Blob(['data: [DONE]\n\n']).stream() }),
    stop: () => Promise.resolve([]),
    recover: () => Promise.resolve(0),
    drain: () => Promise.resolve(),
  }
}

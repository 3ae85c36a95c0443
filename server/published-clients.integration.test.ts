import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type AlcoveServer, startAlcove } from '../e2e/alcove-server.ts'
import { startObjectStore } from '../e2e/object-store/start-object-store.ts'
import { type ModelServer, startModelServer } from '../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../scripts/store-place.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { createApiKeys } from './auth/api-keys.ts'
import { openStore } from './store/store.ts'
import {
  AUTH_MODES,
  type CloudWorld,
  createPublishedCloud,
  createRedirectingFetch,
  PUBLISHED_VERSIONS,
  signHostToken,
} from './testing/published-cloud.ts'
import { walkPublishedCloud } from './testing/walk-published-cloud.ts'

const HOST_SECRET = 'a secret of the host page, for the published clients'
const OWN_SECRET = 'a secret of the server, for the published clients'
/** Longer than the server itself takes for a PDF on a busy machine. */
const WALK_LIMIT_MS = 10 * 60_000
/** Every version in every mode. */
const CELLS = PUBLISHED_VERSIONS.flatMap((version, row) =>
  AUTH_MODES.map((mode, column) => ({ version, mode, third: (row + column) % AUTH_MODES.length })),
)

describe.each(ENGINES)('published clients against the server on %s', (engine) => {
  let model: ModelServer
  let place: StorePlace
  /** With Postgres, as in production; published clients never declare the length of a file. */
  let bucket: Awaited<ReturnType<typeof startObjectStore>> | undefined
  let alcove: AlcoveServer
  let world: CloudWorld

  beforeAll(async () => {
    model = await startModelServer()
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    if (engine === 'postgres') bucket = await startObjectStore()
    const store = await openStore(place)
    const { key } = await createApiKeys({ queries: store.apiKeys, now: () => Date.now() }).create({
      projectId: 'default',
      name: 'the published clients',
      scope: 'server',
    })
    await store.close()
    alcove = await startAlcove({
      dataDir: place.dataDir,
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_HOST_SECRET: HOST_SECRET,
        ALCOVE_SECRET: OWN_SECRET,
        ...(bucket && {
          S3_BUCKET: bucket.settings.bucket,
          S3_ENDPOINT: bucket.settings.endpoint,
          S3_REGION: bucket.settings.region,
          S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
          S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
        }),
        ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      },
    })
    world = {
      base: `http://127.0.0.1:${alcove.port}`,
      hostSecret: HOST_SECRET,
      apiKey: key,
    }
  })
  afterEach(() => vi.unstubAllGlobals())
  afterAll(async () => {
    await alcove?.stop()
    await place.remove()
    await bucket?.stop()
    await model?.stop()
  })

  for (const { version, mode, third } of CELLS) {
    // Each third has every version and every mode once: each database runs another third every day.
    const tags = third === ENGINES.indexOf(engine) ? [] : ['nightly']
    test(
      `${version} runs every method it has, with ${mode}`,
      { tags, timeout: WALK_LIMIT_MS },
      async () => {
        const requests: string[] = []
        vi.stubGlobal('fetch', createRedirectingFetch(world.base, requests))
        vi.stubGlobal('localStorage', createMemoryStorage())
        const user = `user-${version}-${mode.replace(' ', '-')}`
        const cloud = await createPublishedCloud(version, mode, user, world)

        await walkPublishedCloud({ base: world.base, mode, cloud, requests })

        expect(requests.filter((line) => / 5\d\d$/.test(line))).toEqual([])
      },
    )
  }

  test('a token of the host is exchanged for a short one of ours', async () => {
    const response = await fetch(`${world.base}/v1/threads`, {
      headers: { Authorization: `Bearer ${await signHostToken(HOST_SECRET, 'ada')}` },
    })

    const exchanged = response.headers.get('Authorization') ?? ''
    const again = await fetch(`${world.base}/v1/threads`, { headers: { Authorization: exchanged } })
    expect(exchanged).toMatch(/^Bearer ey/)
    expect(again.status).toBe(200)
    expect(again.headers.get('Authorization')).toBeNull()
  })
})

function createMemoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startObjectStore, type CorsRule } from '../e2e/object-store/start-object-store.ts'
import { createStorePlace } from '../scripts/store-place.ts'
import type { Log } from './log.ts'
import { createMissedUploadsAlarm } from './log-bucket-findings.ts'
import { runAlcoveHere } from './testing/run-alcove.ts'

async function startBucket(cors: CorsRule | null) {
  const bucket = await startObjectStore({ cors })
  onTestFinished(() => bucket.stop())
  const { settings } = bucket
  return {
    bucket,
    env: {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      PORT: '18999',
      ALCOVE_SECRET: 'a secret of this test, which is long enough',
    },
  }
}

const OPEN: CorsRule = {
  origins: ['http://localhost:18999'],
  methods: ['PUT', 'GET'],
  headers: ['content-type'],
}

test('the log of a start has the rule that a bucket lacks, and the server answers', async () => {
  const { env } = await startBucket(null)
  const { PORT: _, ...others } = env
  const alcove = await startAlcove({ env: others })

  await expect
    .poll(() => alcove.output())
    .toContain(`does not let pages of http://localhost:${alcove.port} use it`)
  await expect
    .poll(() => alcove.output())
    .toContain('Add this rule to the CORS configuration of the bucket')
  expect(await alcove.stop()).toBe(0)
})

test('doctor fails with the rule that a bucket lacks, and says so where it has it', async () => {
  const place = await createStorePlace('sqlite', '')
  onTestFinished(() => place.remove())
  const { env, bucket } = await startBucket(OPEN)
  const shut = await startBucket({ ...OPEN, origins: ['https://else.example'] })
  await runAlcoveHere(place, ['project', 'list'], env)

  const good = await runAlcoveHere(place, ['doctor'], env)
  const bad = await runAlcoveHere(place, ['doctor'], shut.env)
  const unknown = await runAlcoveHere(place, ['doctor'], {
    ...env,
    NODE_ENV: 'production',
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  })

  expect(good).toMatchObject({ code: 0, err: '' })
  expect(good.out).toContain(
    `The bucket "${bucket.settings.bucket}" answers the server, and lets pages of http://localhost:18999 in.`,
  )
  expect(good.out).not.toContain('Warning')
  expect(bad.code).toBe(1)
  expect(bad.err).toContain('"AllowedOrigins":["http://localhost:18999"]')
  expect(unknown).toMatchObject({ code: 0 })
  expect(unknown.out).toContain('Warning: ALCOVE_PUBLIC_URL is not set')
  expect(unknown.out).toContain('unknown whether its rules allow the chat')
})

test('an alarm comes when more uploads are missed than arrived, once an hour', () => {
  const lines: object[] = []
  const clock = { ms: 0 }
  const log = { warn: (fields: object) => void lines.push(fields) } as unknown as Log
  const tell = createMissedUploadsAlarm(log, () => clock.ms)

  tell({ missed: 0, arrived: 0 })
  tell({ missed: 2, arrived: 2 })
  expect(lines).toEqual([])
  tell({ missed: 3, arrived: 2 })
  tell({ missed: 4, arrived: 0 })
  clock.ms += 3_600_000
  tell({ missed: 5, arrived: 0 })

  expect(lines).toEqual([
    { missed: 3, arrived: 2 },
    { missed: 5, arrived: 0 },
  ])
})

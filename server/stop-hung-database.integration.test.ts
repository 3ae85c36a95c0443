import { expect, inject, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startFaultProxy } from '../e2e/faults/start-fault-proxy.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'

/** Orchestrators kill after 30 s. */
const STOPPED_WITHIN_MS = 20_000

test('a server whose database hangs ends in order, and soon', async () => {
  const place = await createMigratedPlace('postgres', inject('postgresUrl'))
  onTestFinished(() => place.remove())
  const url = new URL(place.databaseUrl!)
  const proxy = await startFaultProxy({ port: Number(url.port) })
  onTestFinished(() => proxy.stop())
  url.port = String(proxy.port)
  url.hostname = '127.0.0.1'
  const env = {
    DATABASE_URL: url.href,
    ALCOVE_SECRET: 'a secret that is long enough for the tests',
  }
  const alcove = await startAlcove({ env, dataDir: place.dataDir })
  const at = `http://127.0.0.1:${alcove.port}`
  expect((await fetch(`${at}/readyz`)).status).toBe(200)

  proxy.endAll('hang')
  const asked = fetch(`${at}/readyz`).catch(() => {})
  const from = performance.now()
  const code = await alcove.stop()

  expect(code).toBe(0)
  expect(performance.now() - from).toBeLessThan(STOPPED_WITHIN_MS)
  await asked
})

import { expect, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { findFreePort } from '../scripts/find-free-port.ts'

test('starts and answers while its bucket is away, and says so in the log', async () => {
  const alcove = await startAlcove({
    env: {
      S3_BUCKET: 'alcove-files',
      S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'a secret key',
    },
  })

  const minted = await fetch(`http://127.0.0.1:${alcove.port}/v1/auth/tokens/anonymous`, {
    method: 'POST',
  })

  expect(minted.status).toBe(200)
  await expect.poll(() => alcove.output(), { timeout: 20_000 }).toContain('a regular task failed')
  await alcove.stop()
})

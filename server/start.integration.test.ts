import { expect, onTestFinished, test } from 'vitest'
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
  await expect.poll(() => alcove.output()).toContain('a regular task failed')
  await alcove.stop()
})

test('in production it starts without a model only when the demo model is named', async () => {
  const env = { HOST: '0.0.0.0' }

  await expect(startAlcove({ env })).rejects.toThrow(
    /did not start:\n(.*warn.*\n)*Others can reach this server, but it has no model to answer them: name one in ALCOVE_MODEL, or write ALCOVE_MODEL=demo for the built-in demo model\.\n$/,
  )
  const alcove = await startAlcove({ env: { ...env, ALCOVE_MODEL: 'demo' } })
  expect(await alcove.stop()).toBe(0)
})

test('a start names the models that answer, whether the environment names one or not', async () => {
  const config = `export default {
    providers: { tiny: { api: 'openai', baseUrl: 'http://127.0.0.1:1/v1' } },
    projects: { default: { assistants: { default: { model: 'tiny/tiny' } } } },
  }`
  for (const [models, options] of [
    ['demo', { env: {} }],
    ['tiny/tiny', { env: {}, config }],
  ] as const) {
    const alcove = await startAlcove(options)
    onTestFinished(async () => void (await alcove.stop()))
    await expect.poll(() => alcove.output()).toContain(`"models":["${models}"]`)
  }
})

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { watchFrameAddress } from './watch-frame-address.ts'
import type { AppEnv } from './app-env.ts'

const HTTPS = 'https://chat.example'

async function open(
  settings: { publicUrl?: string; filesOrigins?: readonly string[] },
  ...requests: readonly (readonly [host: string, proto?: string])[]
) {
  const lines: string[] = []
  const log = { warn: (_fields: object, text: string) => void lines.push(text) }
  const { publicUrl, filesOrigins = [] } = settings
  const app = new Hono<AppEnv>()
    .use(watchFrameAddress({ publicUrl, filesOrigins, log, now: () => 0 }))
    .get('/frame', (c) => c.text('frame'))
  for (const [host, proto] of requests) {
    const forwarded = proto === undefined ? {} : { 'X-Forwarded-Proto': proto }
    await app.request(`http://${host}/frame`, { headers: { Host: host, ...forwarded } })
  }
  return lines
}

test('without a public address, a chat that is opened over https is told once', async () => {
  const lines = await open({}, ['10.0.0.7', 'https'], ['10.0.0.7', 'https'], ['10.0.0.8', 'http'])

  expect(lines).toEqual([
    'the chat was opened at "https://10.0.0.7", and ALCOVE_PUBLIC_URL is not set: addresses of files begin with http://, and the browser refuses them. Set ALCOVE_PUBLIC_URL to that origin',
  ])
})

test('a public address of http is told where pages come over https', async () => {
  const publicUrl = 'http://chat.example'

  expect(await open({ publicUrl }, ['chat.example', 'https'])).toEqual([
    expect.stringContaining('Set ALCOVE_PUBLIC_URL to the https origin'),
  ])
  expect(await open({ publicUrl }, ['chat.example'])).toEqual([])
})

test('another host than the public one is told, a port or a missing header is not', async () => {
  const publicUrl = HTTPS

  expect(await open({ publicUrl }, ['chat.intern'])).toEqual([
    expect.stringContaining('"http://chat.intern", and ALCOVE_PUBLIC_URL is https://chat.example'),
  ])
  expect(
    await open({ publicUrl }, ['chat.example'], ['chat.example:8443', 'https'], ['chat.example']),
  ).toEqual([])
})

test('where files have an origin of their own, nothing is told', async () => {
  const filesOrigins = ['https://files.example']

  expect(await open({ publicUrl: HTTPS, filesOrigins }, ['chat.intern'])).toEqual([])
  expect(await open({ filesOrigins }, ['10.0.0.7', 'https'])).toEqual([])
})

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { logRequests } from './request-log.ts'

function createWorld() {
  const said: string[] = []
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>) =>
    void said.push(`${level} ${String(fields['route'])} ${String(fields['status'])}`)
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const app = new Hono<AppEnv>()
    .use(logRequests(log, () => 0))
    .get('/frame/assets/:name', (c) => (c.req.param('name') === 'a.js' ? c.text('') : c.notFound()))
    .get('/healthz', (c) => c.text('', c.req.query('down') === undefined ? 200 : 503))
    .get('/frame', (c) => c.text(''))
    .get('/v1/threads', (c) => c.text(''))
  return { said, get: (path: string) => app.request(path) }
}

test.each([
  ['/healthz', 'debug /healthz 200'],
  ['/healthz?down', 'info /healthz 503'],
  ['/frame/assets/a.js', 'debug /frame/assets/:name 200'],
  ['/frame/assets/gone.js', 'info /frame/assets/:name 404'],
  ['/frame', 'info /frame 200'],
  ['/v1/threads', 'info /v1/threads 200'],
])('of %s the log says: %s', async (path, line) => {
  const { said, get } = createWorld()

  await get(path)

  expect(said).toEqual([line])
})

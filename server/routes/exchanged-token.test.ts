import { afterEach, beforeEach, expect, test } from 'vitest'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createScriptedModel, sayText } from '../models/testing/scripted-model.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, TEST_HOST_SECRET, type TestApp } from '../testing/create-test-app.ts'
import { forgeHmacJwt } from '../testing/forge-jwt.ts'
import { assistantsWith } from '../testing/test-assistants.ts'

let world: TestApp
let asHost: Caller
beforeEach(async () => {
  // The demo model's greeting takes seconds.
  const model = createScriptedModel(() => sayText('Hello.'))
  world = await createTestApp({ assistants: assistantsWith(model) })
  const claims = { sub: 'ada', exp: world.clock.ms / 1000 + 600 }
  const token = forgeHmacJwt({ alg: 'HS256', typ: 'JWT' }, claims, TEST_HOST_SECRET)
  asHost = createCaller(world, `Bearer ${token}`)
})
afterEach(() => world.close())

const CHAT = {
  id: 'mine',
  trigger: 'submit-message',
  messages: [{ id: 'm1234567', role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
}
const RUN = { assistant_id: 'default', messages: [{ role: 'user', content: 'hi' }] }
const TITLE = { ...RUN, assistant_id: 'system/thread_title' }

test.each<[string, string, object, Record<string, string>, string]>([
  ['a list', 'GET /threads', {}, {}, 'application/json'],
  ['a chat', 'POST /chat', CHAT, {}, 'text/event-stream; charset=utf-8'],
  [
    'a saved chat',
    'POST /chat',
    CHAT,
    { [ALCOVE_STREAM_HEADER]: '1' },
    'text/event-stream; charset=utf-8',
  ],
  ['a data stream', 'POST /runs/stream', RUN, {}, 'text/plain; charset=utf-8'],
  [
    'an event stream',
    'POST /runs/stream',
    RUN,
    { Accept: 'text/event-stream' },
    'text/event-stream; charset=utf-8',
  ],
  ['a title', 'POST /runs/stream', TITLE, {}, 'text/plain; charset=utf-8'],
])('%s brings the token for a host’s back', async (_title, route, body, headers, mediaType) => {
  const answer = await asHost(route, route.startsWith('GET') ? undefined : body, { headers })

  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe(mediaType)
  const own = answer.headers.get('Authorization') ?? ''
  expect(own).toMatch(/^Bearer ./)
  const next = await createCaller(world, own)('GET /threads')
  expect(next.status).toBe(200)
  // Our own tokens are not exchanged.
  expect(next.headers.has('Authorization')).toBe(false)
})

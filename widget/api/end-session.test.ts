import { expect, test } from 'vitest'
import { createFakeHttp, never } from './fake-http.test-support.ts'
import { endSession } from './end-session.ts'

const BASE = 'https://chat.example/p/shop'

function createWorld(isTaken: boolean) {
  const { fetch, sent } = createFakeHttp(never)
  const beacons: { url: string; body: Blob }[] = []
  const sendBeacon = (url: string, body: Blob) => {
    beacons.push({ url, body })
    return isTaken
  }
  return { fetch, sent, beacons, sendBeacon }
}

test('a session ends by a beacon, which Firefox sends of a closing tab too', async () => {
  const { fetch, sent, beacons, sendBeacon } = createWorld(true)

  endSession({ base: BASE, fetch, sendBeacon }, 'rt_1')

  expect(beacons.map(({ url }) => url)).toEqual([`${BASE}/v1/auth/tokens/revoke`])
  expect(beacons[0]!.body.type).toBe('application/json')
  expect(JSON.parse(await beacons[0]!.body.text())).toEqual({ refresh_token: 'rt_1' })
  expect(sent).toEqual([])
})

test.each([
  ['takes no beacon', true],
  ['has none for this server', false],
])('a session ends by a call that outlives the page where the browser %s', (_, hasBeacon) => {
  const { fetch, sent, sendBeacon } = createWorld(false)

  endSession({ base: BASE, fetch, ...(hasBeacon ? { sendBeacon } : {}) }, 'rt_1')

  expect(sent).toMatchObject([
    { path: '/auth/tokens/revoke', body: { refresh_token: 'rt_1' }, keepalive: true },
  ])
})

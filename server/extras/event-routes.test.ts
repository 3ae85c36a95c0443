import { AssistantCloud } from 'cloud-0.2.11'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { EVENT_KINDS, EVENT_PROPS_MAX_BYTES, EVENTS_MAX } from '../../shared/api/events.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { EVENTS_REPEAT_MS } from '../store/event-batches.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { readAllRows } from '../testing/read-all-rows.ts'

let world: TestApp
let call: Caller
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
})
afterEach(() => world.close())

const send = (events: unknown) => call('POST /events', { events })
const many = (count: number) => Array.from({ length: count }, () => ({ kind: 'message_sent' }))

test('every kind of event is taken, with all that it may say', async () => {
  const events = EVENT_KINDS.map((kind) => ({
    kind,
    thread_id: 'thread_1',
    message_id: null,
    run_id: 'r'.repeat(48),
    value: 1.5,
    props: { from: 'menu', count: 2 },
    newer_field: true,
  }))

  expect(await send(events)).toMatchObject({ status: 202, json: { accepted: events.length } })
})

test('one to fifty events come at once', async () => {
  expect(await send(many(EVENTS_MAX))).toMatchObject({ status: 202, json: { accepted: 50 } })
  expect((await send(many(EVENTS_MAX + 1))).status).toBe(400)
  expect((await send(many(1))).status).toBe(202)
  expect((await send([])).status).toBe(400)
})

test('props of 1,024 bytes are taken and one byte more is not', async () => {
  const props = (bytes: number) => ({
    text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length),
  })
  const event = (bytes: number) => [{ kind: 'message_sent', props: props(bytes) }]

  expect((await send(event(EVENT_PROPS_MAX_BYTES))).status).toBe(202)
  expect((await send(event(EVENT_PROPS_MAX_BYTES + 1))).status).toBe(400)
})

/** The statuses of consecutive calls with so many events each. */
async function sendSome(limits: object, counts: readonly number[]) {
  const limited = await createTestApp({ env: { ALCOVE_LIMITS: JSON.stringify(limits) } })
  const limitedCall = createCaller(limited, (await limited.signIn()).authorization)
  const statuses: number[] = []
  for (const count of counts) {
    statuses.push((await limitedCall('POST /events', { events: many(count) })).status)
  }
  await limited.close()
  return statuses
}

test.each([
  [[{ kind: 'page_seen' }]],
  [[{}]],
  [[{ kind: 'message_sent', thread_id: '' }]],
  [[{ kind: 'message_sent', thread_id: 'x'.repeat(49) }]],
  [[{ kind: 'message_sent', run_id: 'a\0' }]],
  [[{ kind: 'message_sent', value: 'many' }]],
  [[{ kind: 'message_sent', props: [] }]],
  ['message_sent'],
  [null],
])('%j is a bad request', async (events) => {
  expect((await send(events)).status).toBe(400)
})

test('events are counted', async () => {
  expect(await sendSome({ eventsPerUserPerMinute: 2 }, [1, 1, 1])).toEqual([202, 202, 429])
})

test('each event of a call is counted, in the minute and in the day', async () => {
  for (const name of ['eventsPerUserPerMinute', 'eventsPerUserPerDay']) {
    expect(await sendSome({ [name]: 60 }, [50, 11, 10, 1])).toEqual([202, 429, 202, 429])
  }
})

test('visitors leave a quarter of a project’s events to named users, and an address takes its share', async () => {
  const ofAll = { eventsPerProjectPerDay: 80, addressSharePercent: 100 }
  expect(await sendSome(ofAll, [50, 11, 10, 1])).toEqual([202, 429, 202, 429])
  const ofAddress = { eventsPerProjectPerDay: 80, addressSharePercent: 50 }
  expect(await sendSome(ofAddress, [20, 11, 10, 1])).toEqual([202, 429, 202, 429])
})

describe('events that come again', () => {
  async function open() {
    const place = await createMigratedPlace('sqlite', '')
    const app = await createTestApp({ place })
    onTestFinished(async () => {
      await app.close()
      await place.remove()
    })
    const caller = async () => createCaller(app, (await app.signIn()).authorization)
    const count = async () => (await readAllRows(place))['events']?.length
    return { app, caller, count }
  }

  test('count once while a client may repeat a call, and then again', async () => {
    const { app, caller, count } = await open()
    const ada = await caller()
    const sendAs = (as: Caller, events = many(2)) => as('POST /events', { events })

    await sendAs(ada)
    app.clock.ms += EVENTS_REPEAT_MS - 1
    expect(await sendAs(ada)).toMatchObject({ status: 202, json: { accepted: 2 } })
    expect(await count()).toBe(2)

    await sendAs(ada, many(3))
    await sendAs(await caller())
    expect(await count()).toBe(7)

    app.clock.ms += 1
    await sendAs(ada)
    expect(await count()).toBe(9)
  })

  test('count once if assistant-cloud 0.2.11 sent them again after a lost answer', async () => {
    const { app, count } = await open()
    const statuses: number[] = []
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const { pathname } = new URL(input)
      const response = await app.request(pathname, init)
      if (pathname !== '/v1/events') return response
      statuses.push(response.status)
      if (statuses.length === 1) throw new TypeError('Failed to fetch')
      return response
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const token = (await app.signIn()).authorization.slice('Bearer '.length)
    const authToken = () => Promise.resolve(token)
    const { events } = new AssistantCloud({ baseUrl: 'http://localhost', authToken })

    for (let sent = 0; sent < 20; sent++) events.track({ kind: 'message_sent' })

    await expect.poll(() => statuses).toEqual([202, 202])
    expect(await count()).toBe(20)
  })
})

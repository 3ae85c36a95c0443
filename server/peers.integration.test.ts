import { once } from 'node:events'
import { request as send, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../shared/ids.ts'
import { startProxy } from '../scripts/cluster/start-proxy.ts'
import { findFreePort } from '../scripts/find-free-port.ts'
import { CONNECTIONS_MIN, connectionsFor } from './routes/connections.ts'
import { ADDRESS_CONNECTIONS_MAX } from './routes/peer-connections.ts'
import { createChatClient, userMessage } from './testing/chat-client.ts'

/** Linux owns all of 127.0.0.0/8: these stand for visitors of different addresses. */
const ONE = '127.0.0.2'
const OTHER = '127.0.0.3'
const THREAD = 'followed'
const BEGUN = 'Begun'
/** Only connections and open requests are limited here. */
const HIGH = 1_000_000
const ALCOVE_LIMITS = JSON.stringify({
  activeReadersPerUser: HIGH,
  callsPerUserPerMinute: HIGH,
  callsPerAddressPerMinute: HIGH,
})

interface Caller {
  /** Source address of the connection. */
  readonly address?: string
  readonly port?: number
  readonly forwardedFor?: string
}

interface WorldOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly openFiles?: number
}

/** A server with an answer that runs until the test is over, for any number of readers. */
async function startWorld({ env, openFiles }: WorldOptions) {
  const model = await startModelServer()
  onTestFinished(() => model.stop())
  const alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_LIMITS,
      ...env,
    },
    ...(openFiles === undefined ? {} : { openFiles, readyTimeoutMs: 60_000 }),
  })
  onTestFinished(() => alcove.kill())
  const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
  const messages = [userMessage(`say ${BEGUN}; hold ${createMessageId()}`)]
  await (await client.chat({ thread: THREAD, messages })).until(BEGUN)

  /** Sends a call on a new connection, and returns its answer; undefined: it was refused. */
  async function call(path: string, caller: Caller): Promise<IncomingMessage | undefined> {
    const { address = '127.0.0.1', port = alcove.port, forwardedFor } = caller
    const sent = send({
      agent: false,
      host: '127.0.0.1',
      port,
      localAddress: address,
      path,
      headers: {
        authorization: client.authorization,
        ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      },
    })
    onTestFinished(() => void sent.destroy())
    sent.end()
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.on('error', () => {})
      return response
    } catch {
      return undefined
    }
  }
  const follow = (caller: Caller) => call(`/v1/chat/${THREAD}/stream`, caller)
  /** Number of readers that can follow the answer, one after the other. */
  async function fill(caller: Caller, count: number) {
    const statuses = []
    for (let index = 0; index < count; index += 1) statuses.push((await follow(caller))?.statusCode)
    return statuses.filter((status) => status === 200).length
  }
  return { alcove, call, follow, fill }
}

const FEW_FILES = 160
const FEW_PLACES = connectionsFor(FEW_FILES)

test('one address takes its share of the connections, and another is served', async () => {
  const { alcove, follow, fill } = await startWorld({ openFiles: FEW_FILES })

  expect(await fill({ address: ONE }, FEW_PLACES)).toBe(CONNECTIONS_MIN)
  expect((await follow({ address: OTHER }))?.statusCode).toBe(200)
  await expect
    .poll(() => alcove.output())
    .toMatch(/"addressKey":"[\da-f]{32}","msg":"connections of one address/)
})

test('without the limit, one address takes all connections and another is refused', async () => {
  const env = { ALCOVE_CONNECTIONS_PER_ADDRESS: '0' }
  const { follow, fill } = await startWorld({ openFiles: FEW_FILES, env })

  expect(await fill({ address: ONE }, FEW_PLACES)).toBeGreaterThan(CONNECTIONS_MIN)
  expect(await follow({ address: OTHER })).toBeUndefined()
})

test('behind HAProxy the open requests of a visitor are limited, and another visitor is served', async () => {
  const max = 20
  const env = { ALCOVE_TRUSTED_PROXIES: '1', ALCOVE_CONNECTIONS_PER_ADDRESS: String(max) }
  const { alcove, call, follow, fill } = await startWorld({ env })
  const port = await findFreePort()
  const balancer = await startProxy('HAProxy', { port, serverPorts: [alcove.port] })
  onTestFinished(() => balancer.stop())
  const one = { address: ONE, port }
  const first = (await follow(one))!
  expect(await fill(one, max - 1)).toBe(max - 1)

  const refused = (await follow({ ...one, forwardedFor: '203.0.113.7' }))!
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('5')
  expect(JSON.parse(await text(refused))).toEqual({
    error: 'rate_limited',
    message: 'Too many requests of this address are open. Try again in 5 seconds.',
    details: { retryAfter: 5 },
  })
  for (const path of ['/alcove.js', '/files/x', '/nothing', '/']) {
    expect((await call(path, one))?.statusCode).toBe(429)
  }
  expect((await call('/healthz', one))?.statusCode).toBe(200)
  expect(await fill({ address: OTHER, port }, max)).toBe(max)
  await expect
    .poll(() => alcove.output())
    .toMatch(/"addressKey":"[\da-f]{32}","msg":"requests of one address/)

  first.destroy()
  await expect.poll(async () => (await follow(one))?.statusCode).toBe(200)
  expect((await follow(one))?.statusCode).toBe(429)
})

test('a proxy has any number of connections, each with another visitor', async () => {
  const { follow, fill } = await startWorld({ env: { ALCOVE_TRUSTED_PROXIES: '1' } })
  const visitors = Array.from({ length: 2 * ADDRESS_CONNECTIONS_MAX }, (_, index) => ({
    forwardedFor: `198.51.${100 + (index >> 8)}.${index & 255}:4711`,
  }))
  const statuses = await Promise.all(visitors.map(async (one) => (await follow(one))?.statusCode))
  expect(statuses.filter((status) => status !== 200)).toEqual([])

  const one = { forwardedFor: '203.0.113.7:4711' }
  expect(await fill(one, ADDRESS_CONNECTIONS_MAX)).toBe(ADDRESS_CONNECTIONS_MAX)
  expect((await follow({ forwardedFor: '203.0.113.7:4712' }))?.statusCode).toBe(429)
  expect((await follow({ forwardedFor: '203.0.113.8:4711' }))?.statusCode).toBe(200)
})

test('without limits, no open requests are counted', async () => {
  const env = {
    ALCOVE_LIMITS: 'off',
    ALCOVE_TRUSTED_PROXIES: '1',
    ALCOVE_CONNECTIONS_PER_ADDRESS: '2',
  }
  const { fill } = await startWorld({ env })

  expect(await fill({ forwardedFor: '203.0.113.7' }, 10)).toBe(10)
})

import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../scripts/store-place.ts'
import { CHALLENGE_LIFE_MS } from './auth/proof-of-work.ts'
import type { AlcoveConfig } from './projects/define-config.ts'
import type { VisitorQuestion } from './projects/visitor-rules-schema.ts'
import {
  createTestApp,
  jsonCall,
  TEST_SECRET,
  type TestApp,
  type TestAppOptions,
} from './testing/create-test-app.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { runAlcoveHere } from './testing/run-alcove.ts'
import { solveProof } from './testing/solve-proof.ts'

const ENV = { ALCOVE_TRUSTED_PROXIES: '1' }
const OFFICE = '203.0.113.7'
const HOME = '198.51.100.4'
/** Operators are told that a switch acts within 5 seconds. */
const EVERYWHERE_MS = 5_001

interface Tokens {
  readonly access_token: string
  readonly refresh_token: { readonly token: string }
}

describe.each(ENGINES)('an operator under attack, on %s', (engine) => {
  let place: StorePlace
  let servers: TestApp[]
  beforeEach(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    servers = []
  })
  afterEach(async () => {
    for (const server of servers) await server.close()
    await place.remove()
  })

  /** Two servers of one database, if the test needs two. The second one has already answered calls. */
  async function start(config?: AlcoveConfig, limits = 'off'): Promise<TestApp> {
    const env = { ...ENV, ALCOVE_LIMITS: limits }
    const options: TestAppOptions = { env, place, ...(config ? { config } : {}) }
    const count = engine === 'postgres' ? 2 : 1
    for (let index = 0; index < count; index += 1) servers.push(await createTestApp(options))
    for (const server of servers) expect((await mint(server)).status).not.toBe(500)
    return servers.at(-1)!
  }

  const pass = (ms: number) => servers.forEach(({ clock }) => (clock.ms += ms))
  const cli = async (...args: readonly string[]) => {
    const result = await runAlcoveHere(place, args, { ALCOVE_SECRET: TEST_SECRET })
    expect(result).toMatchObject({ code: 0, err: '' })
    return result.out
  }
  const from = (address: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'X-Forwarded-For': address },
  })
  const mint = async (server: TestApp, address = OFFICE, body?: unknown, base = '') =>
    server.request(
      `${base}/v1/auth/tokens/anonymous`,
      from(address, body === undefined ? { method: 'POST' } : jsonCall(body)),
    )
  const refresh = (server: TestApp, token: string, address = OFFICE) =>
    server.request('/v1/auth/tokens/refresh', from(address, jsonCall({ refresh_token: token })))
  const threads = (server: TestApp, authorization: string, address = OFFICE) =>
    server.request('/v1/threads', from(address, { headers: { Authorization: authorization } }))
  const read = async <Body>(response: Response) => (await response.json()) as Body
  const visitorOf = async (server: TestApp) => {
    const tokens = await read<Tokens>(await mint(server))
    return { bearer: `Bearer ${tokens.access_token}`, refreshToken: tokens.refresh_token.token }
  }
  const nameOf = async (server: TestApp) =>
    (
      await server.signIn({
        projectId: 'default',
        workspaceId: 'ada',
        userId: 'ada',
        kind: 'host',
      })
    ).authorization
  const keyOf = async (server: TestApp, scope: 'server' | 'browser') => {
    const { key } = await server.apiKeys.create({ projectId: 'default', name: 'k', scope })
    return `Bearer ${key}`
  }

  test('blocks an address on every server within five seconds, and the office behind it chats on', async () => {
    const server = await start()
    const [visitor, leaver] = [await visitorOf(server), await visitorOf(server)]
    const [ada, backend, page] = [
      await nameOf(server),
      await keyOf(server, 'server'),
      await keyOf(server, 'browser'),
    ]
    expect((await threads(server, page)).status).toBe(200)

    await cli('address', 'block', OFFICE, '--reason', 'a flood')
    pass(EVERYWHERE_MS)

    for (const each of servers) {
      const refused = await mint(each)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({
        error: 'address_blocked',
        message: expect.stringContaining('no calls are answered to this address'),
      })
      for (const response of [
        await refresh(each, visitor.refreshToken),
        await threads(each, visitor.bearer),
        await threads(each, page),
        await each.request('/v1/docs', from(OFFICE)),
      ]) {
        expect(response.status).toBe(403)
      }
      // Named users, servers, and all other addresses are served.
      expect((await threads(each, ada)).status).toBe(200)
      expect((await threads(each, backend)).status).toBe(200)
      expect((await mint(each, HOME)).status).toBe(200)
      expect((await threads(each, visitor.bearer, HOME)).status).toBe(200)
    }

    // Sign-out works from a blocked address too.
    const signOut = jsonCall({ refresh_token: leaver.refreshToken })
    const ended = await server.request('/v1/auth/tokens/revoke', from(OFFICE, signOut))
    expect(ended.status).toBe(204)

    await cli('address', 'unblock', OFFICE)
    pass(EVERYWHERE_MS)
    expect((await refresh(server, leaver.refreshToken)).status).toBe(401)
    // The refused visitor keeps the identity.
    expect((await refresh(server, visitor.refreshToken)).status).toBe(200)
    expect((await threads(server, visitor.bearer)).status).toBe(200)
  })

  test('blocks named users as well where it is for everybody, and never a server', async () => {
    const server = await start()
    const [ada, backend] = [await nameOf(server), await keyOf(server, 'server')]

    await cli('address', 'block', OFFICE, '--everybody')
    pass(EVERYWHERE_MS)

    expect(await (await threads(server, ada)).json()).toMatchObject({ error: 'address_blocked' })
    expect((await threads(server, ada, HOME)).status).toBe(200)
    expect((await threads(server, backend)).status).toBe(200)
  })

  test('blocks what the log shows, an IPv6 network, and in one project only', async () => {
    const server = await start({ projects: { shop: {} } })
    await cli('project', 'create', 'shop')
    const key = (
      JSON.parse(await cli('address', 'block', '2001:db8:1:2::7', '--json')) as { address: string }
    ).address
    await cli('address', 'unblock', key)
    await cli('address', 'block', key, '--project', 'shop')
    pass(EVERYWHERE_MS)

    const shop = (address: string) => mint(server, address, undefined, '/p/shop')
    expect((await shop('2001:db8:1:2:aaaa::1')).status).toBe(403)
    expect((await shop('2001:db8:1:3::1')).status).toBe(200)
    expect((await mint(server, '2001:db8:1:2:aaaa::1')).status).toBe(200)
    expect(await cli('address', 'unblock', '2001:db8:1:2::/64')).toContain('Ended 1 block of')
  })

  test('a block ends by itself', async () => {
    const server = await start()
    const facts = JSON.parse(await cli('address', 'block', OFFICE, '--hours', '1', '--json')) as {
      ends_at: string
    }
    pass(EVERYWHERE_MS)
    expect((await mint(server)).status).toBe(403)

    servers.forEach(({ clock }) => (clock.ms = Date.parse(facts.ends_at)))

    expect((await mint(server)).status).toBe(200)
  })

  test('lets named users alone chat, on every server within five seconds, and no visitor is lost', async () => {
    const server = await start()
    const visitor = await visitorOf(server)
    const [ada, backend, page] = [
      await nameOf(server),
      await keyOf(server, 'server'),
      await keyOf(server, 'browser'),
    ]

    await cli('project', 'visitors', 'default', 'refused')
    pass(EVERYWHERE_MS)

    for (const each of servers) {
      for (const response of [
        await mint(each),
        await refresh(each, visitor.refreshToken),
        await threads(each, visitor.bearer),
        await threads(each, page),
      ]) {
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({
          error: 'named_only',
          message: 'For the moment only signed-in users may chat here.',
        })
      }
      expect((await threads(each, ada)).status).toBe(200)
      expect((await threads(each, backend)).status).toBe(200)
      // An unknown token gets the usual refusal, by which clients know that it is dead.
      expect((await refresh(each, `rt_${'a'.repeat(43)}`)).status).toBe(401)
    }

    await cli('project', 'visitors', 'default', 'allowed')
    pass(EVERYWHERE_MS)
    for (const each of servers) {
      expect((await refresh(each, visitor.refreshToken)).status).toBe(200)
      expect((await threads(each, visitor.bearer)).status).toBe(200)
    }
  })

  test('asks new visitors for work, on every server, and takes each solution once', async () => {
    const server = await start()
    const visitor = await visitorOf(server)
    await cli('project', 'work', 'default', '6')
    pass(EVERYWHERE_MS)
    const ask = async (each: TestApp, address = OFFICE) => {
      const refused = await mint(each, address)
      expect(refused.status).toBe(403)
      const body = await read<{ error: string; message: string; details: { challenge: string } }>(
        refused,
      )
      expect(body).toMatchObject({
        error: 'proof_required',
        message: expect.stringContaining('has to solve a puzzle first'),
        details: { bits: 6 },
      })
      return body.details.challenge
    }

    // Issued by one server, redeemed at another one, and used up on both.
    const proof = solveProof(await ask(servers[0]!))
    expect((await mint(server, HOME, { proof })).status).toBe(403)
    const made = await mint(server, OFFICE, { proof })
    expect(made.status).toBe(200)
    expect(
      (await threads(server, `Bearer ${(await read<Tokens>(made)).access_token}`)).status,
    ).toBe(200)
    for (const each of servers) expect((await mint(each, OFFICE, { proof })).status).toBe(403)

    // Concurrently, too.
    const again = solveProof(await ask(server))
    const all = await Promise.all(
      [...servers, ...servers, ...servers].map((each) => mint(each, OFFICE, { proof: again })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)

    const late = solveProof(await ask(server))
    pass(CHALLENGE_LIFE_MS)
    expect((await mint(server, OFFICE, { proof: late })).status).toBe(403)
    // Existing visitors need no proof.
    expect((await refresh(server, visitor.refreshToken)).status).toBe(200)

    await cli('project', 'work', 'default', 'off')
    pass(EVERYWHERE_MS)
    expect((await mint(server)).status).toBe(200)
  })

  test('the project’s own function has the last word, after all limits', async () => {
    const asked: Omit<VisitorQuestion, 'signal'>[] = []
    const server = await start(
      {
        projects: {
          default: {
            limits: { anonymousPerAddressPerMinute: 2 },
            visitors: {
              proofOfWork: 'always',
              allow({ projectId, address, userAgent, given }) {
                asked.push({ projectId, address, userAgent, given })
                return given === 'a token' ? true : 'Please solve the captcha.'
              },
            },
          },
        },
      },
      '',
    )
    await cli('project', 'work', 'default', '4')
    pass(EVERYWHERE_MS)
    asked.length = 0
    const mintWith = async (given?: string) => {
      const refused = await read<{ details: { challenge: string } }>(await mint(server, HOME, {}))
      const proof = solveProof(refused.details.challenge)
      return mint(server, HOME, given === undefined ? { proof } : { proof, given })
    }

    const without = await mintWith()
    expect(without.status).toBe(403)
    expect(await without.json()).toMatchObject({
      error: 'visitor_refused',
      message: 'Please solve the captcha.',
      details: { sentence: 'Please solve the captcha.' },
    })
    expect((await mintWith('a token')).status).toBe(200)
    expect(asked).toEqual([
      { projectId: 'default', address: HOME, userAgent: undefined, given: undefined },
      { projectId: 'default', address: HOME, userAgent: undefined, given: 'a token' },
    ])
    // Refused visitors count, so that calls of the check are limited.
    expect((await mintWith('a token')).status).toBe(429)
    expect(asked).toHaveLength(2)
  })

  test('a function without an answer refuses for the moment, says so in the log, and no identity is lost', async () => {
    const server = await start({
      projects: {
        default: {
          visitors: {
            allow({ given }) {
              if (given === undefined) throw new Error('the captcha service is down')
              return true
            },
          },
        },
      },
    })

    const failed = await mint(server)

    expect(failed.status).toBe(503)
    expect(failed.headers.get('Retry-After')).toBe('5')
    expect(await failed.json()).toMatchObject({ error: 'unavailable' })
    expect(server.lines.join('')).toContain('visitors.allow threw')
    expect((await mint(server, OFFICE, { given: 'a token' })).status).toBe(200)
  })

  test.each([
    ['4,096 characters', 'a'.repeat(4_096), 200],
    ['one more', 'a'.repeat(4_097), 400],
  ])('what a page gives may have %s', async (_, given, status) => {
    const server = await start()

    expect((await mint(server, HOME, { given })).status).toBe(status)
  })
})

import { describe, expect, test } from 'vitest'
import { createKeySetHost, createTestIssuer } from '../testing/test-issuer.ts'
import {
  createKeySet,
  fetchKeySet,
  KEY_SET_FRESH_MS,
  KEY_SET_KEEP_MS,
  KEY_SET_MAX_BYTES,
  KEY_SET_PAUSE_MS,
  KEY_SET_RETRY_MS,
} from './key-set.ts'

const URL = 'https://login.example/keys'
const first = createTestIssuer('ES256', 'first')
const second = createTestIssuer('EdDSA', 'second')
const FIRST = { keyId: 'first', algorithm: 'ES256' }
const SECOND = { keyId: 'second', algorithm: 'EdDSA' }

function createWorld() {
  const clock = { ms: 1_000_000 }
  const keys: Record<string, object[]> = { [URL]: [first.jwk] }
  const host = createKeySetHost(keys)
  const failures: string[] = []
  const keySet = createKeySet({
    url: URL,
    fetch: host.fetch,
    onFailure: (_url, error) => failures.push(error instanceof Error ? error.message : ''),
    now: () => clock.ms,
  })
  return { clock, keys, host, failures, keySet }
}

test('a set is fetched once for many tokens, at the same time or later', async () => {
  const { clock, host, keySet } = createWorld()

  const found = await Promise.all(Array.from({ length: 20 }, () => keySet.find(FIRST)))
  clock.ms += KEY_SET_FRESH_MS - 1
  await keySet.find(FIRST)

  expect(found.every((key) => key !== undefined)).toBe(true)
  expect(host.asked).toEqual([URL])
})

test('a new key is found without waiting for the set to grow old', async () => {
  const { clock, keys, host, keySet } = createWorld()
  await keySet.find(FIRST)

  keys[URL] = [first.jwk, second.jwk]
  clock.ms += KEY_SET_PAUSE_MS

  expect(await keySet.find(SECOND)).toBeDefined()
  expect(host.asked).toHaveLength(2)
})

test('strangers who make up key ids cause one fetch a minute', async () => {
  const { clock, host, keySet } = createWorld()
  const ask = (id: number) => keySet.find({ keyId: `made up ${id}`, algorithm: 'ES256' })
  await keySet.find(FIRST)

  clock.ms += KEY_SET_PAUSE_MS - 1
  await Promise.all(Array.from({ length: 20 }, (_, id) => ask(id)))
  expect(host.asked).toHaveLength(1)
  clock.ms += 1
  await Promise.all(Array.from({ length: 20 }, (_, id) => ask(id)))
  await ask(20)

  expect(host.asked).toHaveLength(2)
})

test('a withdrawn key is gone once the set is ten minutes old', async () => {
  const { clock, keys, keySet } = createWorld()
  await keySet.find(FIRST)
  keys[URL] = [second.jwk]

  clock.ms += KEY_SET_FRESH_MS - 1
  expect(await keySet.find(FIRST)).toBeDefined()
  clock.ms += 1
  expect(await keySet.find(FIRST)).toBeUndefined()
})

test('while the issuer is down the last set stands, for a day at most', async () => {
  const { clock, keys, failures, keySet } = createWorld()
  await keySet.find(FIRST)
  delete keys[URL]

  clock.ms += KEY_SET_KEEP_MS - 1
  expect(await keySet.find(FIRST)).toBeDefined()
  expect(failures).toEqual(['the address answered with status 404'])
  clock.ms += 1
  await expect(keySet.find(FIRST)).rejects.toMatchObject({ code: 'unavailable' })
})

test('without any set the fault is not the token’s, and five seconds later it is tried again', async () => {
  const { clock, keys, host, keySet } = createWorld()
  delete keys[URL]

  await expect(keySet.find(FIRST)).rejects.toMatchObject({ code: 'unavailable' })
  keys[URL] = [first.jwk]
  clock.ms += KEY_SET_RETRY_MS - 1
  await expect(keySet.find(FIRST)).rejects.toMatchObject({ code: 'unavailable' })
  expect(host.asked).toHaveLength(1)
  clock.ms += 1

  expect(await keySet.find(FIRST)).toBeDefined()
})

test('a key serves its own algorithm only', async () => {
  const { keySet } = createWorld()

  expect(await keySet.find({ keyId: 'first', algorithm: 'ES256' })).toBeDefined()
  expect(await keySet.find({ keyId: 'first', algorithm: 'RS256' })).toBeUndefined()
})

describe('what an issuer answers', () => {
  const answer = (body: BodyInit | null, init?: ResponseInit) =>
    fetchKeySet(URL, () => Promise.resolve(new Response(body, init)))
  const setOf = (bytes: number) => {
    const text = JSON.stringify({ keys: [first.jwk] })
    return text + ' '.repeat(bytes - text.length)
  }

  test('is asked for exactly the address, without following anybody elsewhere', async () => {
    const asked: [string, RequestInit][] = []
    await fetchKeySet(URL, (address, init) => {
      asked.push([address, init])
      return Promise.resolve(Response.json({ keys: [] }))
    })

    expect(asked).toMatchObject([[URL, { redirect: 'error' }]])
    expect(asked[0]?.[1].signal).toBeInstanceOf(AbortSignal)
  })

  test('may have 256 KiB and no more', async () => {
    await expect(answer(setOf(KEY_SET_MAX_BYTES))).resolves.toMatchObject({ keys: [first.jwk] })
    await expect(answer(setOf(KEY_SET_MAX_BYTES + 1))).rejects.toThrow('262144 bytes')
  })

  test.each([
    ['another status', '{"keys":[]}', 201],
    ['a fault', '{"keys":[]}', 500],
    ['no JSON', '<html>', 200],
    ['nothing', '', 200],
    ['a list', '[]', 200],
    ['no keys', '{}', 200],
    ['keys that are no objects', '{"keys":["a"]}', 200],
    ['keys without a kind', '{"keys":[{"kid":"a"}]}', 200],
  ])('is refused when it is %s', async (_title, body, status) => {
    await expect(answer(body, { status })).rejects.toThrow()
  })
})

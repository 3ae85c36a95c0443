import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PROJECT_CACHE_MS } from './projects/create-projects.ts'
import { createTestApp, type TestApp } from './testing/create-test-app.ts'
import { createPublishedCloud, PUBLISHED_VERSIONS } from './testing/published-cloud.ts'

const BASE = 'http://localhost'

let app: TestApp
/** The answer of the project's own check. */
let letsIn: boolean
let answers: { readonly call: string; readonly status: number; readonly body: unknown }[]
beforeEach(async () => {
  letsIn = true
  app = await createTestApp({
    config: { projects: { default: { visitors: { allow: () => letsIn } } } },
  })
  answers = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    const response = await app.request(url.slice(BASE.length), init)
    const body: unknown = await response.clone().json()
    answers.push({ call: new URL(url).pathname, status: response.status, body })
    return response
  })
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

/** Refusals of a new visitor: their code, some of their words, and the cause. */
const REFUSALS: readonly (readonly [string, string, () => unknown])[] = [
  ['named_only', 'only signed-in users', () => app.store.projects.setNamedOnly('default', true)],
  ['proof_required', 'solve a puzzle', () => app.store.projects.setWorkBits('default', 18)],
  ['visitor_refused', 'does not let this visitor in', () => (letsIn = false)],
]

describe.each(PUBLISHED_VERSIONS)('%s', (version) => {
  const open = () =>
    createPublishedCloud(version, 'anonymous', '', { base: BASE, hostSecret: '', apiKey: '' })
  const list = async () => {
    const cloud = await open()
    return (await cloud.threads['list']!({})) as { threads: readonly unknown[] }
  }

  test.each(REFUSALS)('a new visitor is refused with %s, in words', async (code, words, refuse) => {
    await refuse()

    await expect(list()).rejects.toThrow()

    expect(answers).toEqual([
      {
        call: '/v1/auth/tokens/anonymous',
        status: 403,
        body: expect.objectContaining({ error: code, message: expect.stringContaining(words) }),
      },
    ])
  })

  test('a visitor who was there is the same one once visitors are allowed again', async () => {
    const cloud = await open()
    await cloud.threads['create']!({ last_message_at: new Date() })
    expect((await list()).threads).toHaveLength(1)
    await app.store.projects.setNamedOnly('default', true)
    app.clock.ms += PROJECT_CACHE_MS + 1

    await expect(list()).rejects.toThrow()
    expect(answers.at(-1)).toMatchObject({ status: 403, body: { error: 'named_only' } })

    await app.store.projects.setNamedOnly('default', false)
    app.clock.ms += PROJECT_CACHE_MS + 1
    expect((await list()).threads).toHaveLength(1)
  })
})

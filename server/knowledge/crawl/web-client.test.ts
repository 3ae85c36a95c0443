import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { GetAnswer, GuardedGet } from '../../files/fetch/guarded-get.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Pace } from './pace.ts'
import { createWebClient, HOPS_MAX, ROBOTS_KEPT } from './web-client.ts'

const PAGE = new URL('https://shop.example/a')

interface Answers {
  readonly [path: string]: Partial<Extract<GetAnswer, { type: 'answer' }>> | Error | undefined
}

function createClient(answers: Answers) {
  const asked: string[] = []
  const rests: number[] = []
  const pauses: number[] = []
  const get: GuardedGet = (url) => {
    asked.push(url.pathname)
    const answer = answers[url.pathname] ?? { status: 404 }
    if (answer instanceof Error) return Promise.reject(answer)
    return Promise.resolve({
      type: 'answer',
      status: 200,
      headers: {},
      bytes: Buffer.alloc(0),
      ...answer,
    })
  }
  const pace: Pace = {
    wait: () => Promise.resolve(),
    slow: (_, seconds) => void pauses.push(seconds),
    rest: (_, ms) => void rests.push(ms),
  }
  const { signal } = new AbortController()
  const client = createWebClient({ get, pace, signal, onBytes: () => {} })
  const call = { maxBytes: 100, isInside: ({ hostname }: URL) => hostname.endsWith(PAGE.hostname) }
  return { asked, rests, pauses, ask: (page = PAGE) => client.get(page, call) }
}

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('unpacks a page in the coding %s up to its limit', async (coding, pack) => {
  const answer = (size: number) => ({
    '/a': { headers: { 'content-encoding': coding }, bytes: pack(Buffer.alloc(size, 'x')) },
  })

  expect(await createClient(answer(100)).ask()).toMatchObject({
    type: 'ok',
    bytes: Buffer.alloc(100, 'x'),
  })
  expect(await createClient(answer(101)).ask()).toMatchObject({ type: 'too_large' })
})

test('passes on that a page is too large, and that a server does not answer', async () => {
  const large = createClient({ '/a': new AlcoveError('too_large', 'It is large.') })
  const dead = createClient({ '/a': Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })

  expect(await large.ask()).toMatchObject({ type: 'too_large' })
  expect(await dead.ask()).toMatchObject({
    type: 'unreachable',
    detail: 'no answer (ECONNREFUSED)',
  })
})

test.each([
  ['has an error', { status: 500 }, 'unreachable'],
  ['asks for fewer requests', { status: 429 }, 'unreachable'],
  ['is too large', new AlcoveError('too_large', 'It is large.'), 'unreachable'],
  ['is not there', { status: 404 }, 'ok'],
  ['is forbidden', { status: 403 }, 'ok'],
  [
    'leads to another site',
    { status: 301, headers: { location: 'https://x.example/robots.txt' } },
    'ok',
  ],
])('a site whose robots.txt %s is read: %s', async (_, robots, type) => {
  const { ask, asked } = createClient({ '/robots.txt': robots, '/a': {} })

  expect(await ask()).toMatchObject({ type })
  expect(asked.includes('/a')).toBe(type === 'ok')
})

test('asks once more where a site says when, and lets it rest', async () => {
  const { ask, asked, rests } = createClient({
    '/a': { status: 503, headers: { 'retry-after': '7' } },
  })

  expect(await ask()).toMatchObject({ type: 'status', status: 503 })
  expect(asked).toEqual(['/robots.txt', '/a', '/a'])
  expect(rests).toEqual([7_000, 7_000])
})

test('gives up on a page that never ends', async () => {
  const get: GuardedGet = (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const { signal } = new AbortController()
  const pace: Pace = { wait: () => Promise.resolve(), slow() {}, rest() {} }
  const client = createWebClient({ get, pace, signal, timeoutMs: 20, onBytes: () => {} })

  const answer = await client.get(PAGE, { maxBytes: 1, isInside: () => true })

  expect(answer).toMatchObject({ type: 'unreachable', detail: 'it took longer than 0.02 seconds' })
})

test('pauses as robots.txt says', async () => {
  const robots = { bytes: Buffer.from('User-agent: *\nCrawl-delay: 3') }
  const { ask, pauses } = createClient({ '/robots.txt': robots, '/a': {} })
  await ask()

  expect(pauses).toEqual([3])
})

test(`follows ${HOPS_MAX} redirects and no more, each as the rules of its site say`, async () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        index === 0 ? '/a' : `/${index}`,
        { status: 302, headers: { location: `/${index + 1}` } },
      ]),
    )
  const shut = { bytes: Buffer.from('User-agent: *\nDisallow: /1') }

  expect(await createClient({ ...chain(HOPS_MAX), [`/${HOPS_MAX}`]: {} }).ask()).toMatchObject({
    type: 'ok',
  })
  expect(await createClient(chain(HOPS_MAX + 1)).ask()).toMatchObject({ type: 'unreachable' })
  expect(await createClient({ ...chain(1), '/robots.txt': shut }).ask()).toMatchObject({
    type: 'robots',
  })
})

test('remembers the robots.txt of some origins only, since a site can have any number', async () => {
  const { ask, asked } = createClient({ '/a': {} })
  const pages = (count: number) =>
    Array.from({ length: count }, (_, index) => new URL(`https://${index}.shop.example/a`))
  const askedAgain = async (count: number) => {
    for (const page of pages(count)) await ask(page)
    asked.length = 0
    await ask(pages(1)[0])
    return asked
  }

  expect(await askedAgain(ROBOTS_KEPT)).toEqual(['/a'])
  expect(await askedAgain(ROBOTS_KEPT + 1)).toEqual(['/robots.txt', '/a'])
})

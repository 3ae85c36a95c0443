import { afterEach, expect, test, vi } from 'vitest'
import { ANSWER_MS, examinePage } from './examine-page.ts'

afterEach(() => void vi.unstubAllGlobals())

interface Answer {
  readonly body?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const SERVICE = 'https://chat.test'
const SCRIPT = { 'content-type': 'text/javascript' }
const TAG = `<script async src="${SERVICE}/alcove.js" data-app="shop"></script>`

/** Examines a page with stubbed responses of these addresses. */
async function examine(
  page: Answer,
  others: Readonly<Record<string, Answer | undefined>> = {},
  address = 'https://shop.test/',
) {
  const world: Readonly<Record<string, Answer | undefined>> = {
    [address]: page,
    [`${SERVICE}/alcove.js`]: { headers: SCRIPT },
    [`${SERVICE}/alcove-panel.js`]: { headers: SCRIPT, body: '"Alcove 0.1.0"' },
    [`${SERVICE}/alcove-extras.js`]: { headers: SCRIPT },
    [`${SERVICE}/p/shop/frame`]: {
      headers: { 'content-security-policy': "default-src 'none'; frame-ancestors https://*.test" },
    },
    ...others,
  }
  vi.stubGlobal('fetch', async (url: URL) => {
    const answer = world[url.href]
    if (!answer) throw new Error('nobody there')
    const { body, ...init } = answer
    const response = new Response(body ?? '', init)
    Object.defineProperty(response, 'url', { value: url.href })
    return response
  })
  const findings = await examinePage(new URL(address), undefined, '0.1.0')
  return findings.filter((finding) => !finding.isGood)
}

const findFaults = async (...world: Parameters<typeof examine>) =>
  (await examine(...world)).map(({ text }) => text)

const policy = (value: string) => ({ body: TAG, headers: { 'content-security-policy': value } })

test('a project’s own file says which project it is', async () => {
  const own = `${SERVICE}/p/shop/`
  const others = {
    [`${own}alcove.js`]: { headers: SCRIPT },
    [`${own}alcove-panel.js`]: { headers: SCRIPT, body: '"Alcove 0.1.0"' },
    [`${own}alcove-extras.js`]: { headers: SCRIPT },
  }

  expect(await findFaults({ body: `<script async src="${own}alcove.js">` }, others)).toEqual([])
  const [asked] = await examinePage(new URL('https://shop.test/'), undefined, '0.1.0')
  expect(asked?.text).toContain('for the chat of project "shop"')
})

test('a tag that names two projects is told', async () => {
  const own = `${SERVICE}/p/shop/`
  const others = {
    [`${own}alcove.js`]: { headers: SCRIPT },
    [`${own}alcove-panel.js`]: { headers: SCRIPT, body: '"Alcove 0.1.0"' },
    [`${own}alcove-extras.js`]: { headers: SCRIPT },
  }
  const tag = (app: string) => ({
    body: `<script async src="${own}alcove.js" data-app="${app}"></script>`,
  })

  expect(await findFaults(tag('shop'), others)).toEqual([])
  expect(await findFaults(tag('sales'), others)).toEqual([
    'The tag names two projects, "shop" in its address and "sales" in data-app: there is no chat.',
  ])
})

test('a tag that waits for identify, which no script of the page calls, is mentioned', async () => {
  const tag = (script: string) => ({
    body: `<script async src="${SERVICE}/alcove.js" data-app="shop" data-auth="token"></script>${script}`,
  })
  const examine = async (script: string) => {
    expect(await findFaults(tag(script))).toEqual([])
    return (await examinePage(new URL('https://shop.test/'), undefined, '0.1.0'))
      .map(({ text }) => text)
      .filter((text) => text.includes('identify'))
  }

  expect(await examine('')).toEqual([expect.stringContaining('waits until another script does')])
  expect(await examine(`<script>Alcove('identify', { getToken })</script>`)).toEqual([])
})

test('a tag that names a version is held against the version’s manifest', async () => {
  const tag = (integrity: string) => ({
    body: `<script async src="${SERVICE}/v/1.2.3/alcove.js" data-app="shop" ${integrity}></script>`,
  })
  const manifest = { files: { 'alcove.js': { integrity: 'sha384-right' } } }
  const others = { [`${SERVICE}/v/1.2.3/manifest.json`]: { body: JSON.stringify(manifest) } }

  expect(await findFaults(tag('integrity="sha384-right"'), others)).toEqual([])
  expect(await findFaults(tag(''), others)).toEqual([])
  expect(await findFaults(tag('integrity=sha384-other'), others)).toEqual([
    "The tag's integrity is not the version's.",
  ])
  expect(await findFaults(tag('integrity="sha384-right"'))).toEqual([
    `The service has no such version: ${SERVICE}/v/1.2.3/alcove.js.`,
  ])
})

test.each([
  [421, 'set its ALCOVE_PUBLIC_URL to https://chat.test'],
  [502, 'Is the service up, and its proxy right?'],
])('a service that answers %i has its remedy', async (status, remedy) => {
  const refused = { status, body: '{}' }
  await findFaults({ body: TAG }, { [`${SERVICE}/alcove.js`]: refused })

  const findings = await examinePage(new URL('https://shop.test/'), undefined, '0.1.0')

  const fault = findings.find(({ isGood }) => !isGood)
  expect(fault?.text).toBe(`${SERVICE}/alcove.js answers ${status}.`)
  expect(fault?.remedy).toContain(remedy)
})

test('finds nothing wrong where nothing is (D13)', async () => {
  expect(await findFaults({ body: TAG })).toEqual([])
  expect(await findFaults({ body: `<SCRIPT  data-app=shop src='${SERVICE}/alcove.js'>` })).toEqual(
    [],
  )
})

test.each([
  ['*'],
  ['script-src https:; frame-src https:'],
  [`script-src ${SERVICE}; frame-src ${SERVICE}`],
  ['default-src chat.test'],
  ['default-src *.test'],
  ['default-src https://chat.test:443'],
  [`script-src 'nonce-a' 'strict-dynamic'; child-src ${SERVICE}`],
  ["img-src 'none'"],
])('a policy of %s allows the chat', async (value) => {
  const whole = value === '*' ? 'default-src *' : value
  expect(await findFaults(policy(whole))).toEqual([])
})

test.each([
  ["default-src 'self'", ['script-src', 'frame-src']],
  [`default-src 'none'; script-src ${SERVICE}`, ['frame-src']],
  [`default-src ${SERVICE}; script-src-elem 'self'`, ['script-src']],
  ['default-src http://chat.test', ['script-src', 'frame-src']],
  ['default-src https://chat.test:8443', ['script-src', 'frame-src']],
  ['default-src *.chat.test evil-chat.test', ['script-src', 'frame-src']],
])('a policy of %s does not', async (value, names) => {
  const meta = { body: `<meta http-equiv="Content-Security-Policy" content="${value}">${TAG}` }
  for (const page of [policy(value), meta]) {
    expect((await findFaults(page)).map((text) => text.split(' in ')[1])).toEqual(
      names.map((name) => `${name}.`),
    )
  }
})

test.each<[string, Parameters<typeof findFaults>, string]>([
  ['no tag', [{ body: '<script src="/app.js"></script>' }], 'has no <script src="…/alcove.js">'],
  ['a page that is gone', [{ status: 404 }], 'answers 404'],
  ['the same origin', [{ body: TAG }, {}, `${SERVICE}/`], 'have one origin'],
  [
    'http below https',
    [{ body: '<script src="http://chat.test/alcove.js"></script>' }],
    'which browsers block',
  ],
  [
    'isolation',
    [{ body: TAG, headers: { 'cross-origin-embedder-policy': 'require-corp' } }],
    'Cross-Origin-Embedder-Policy: require-corp',
  ],
  [
    'a service that is away',
    [{ body: TAG }, { [`${SERVICE}/alcove.js`]: undefined }],
    'not answer',
  ],
  [
    'a web page in the place of a script',
    [{ body: TAG }, { [`${SERVICE}/alcove.js`]: { headers: { 'content-type': 'text/html' } } }],
    'answers 200, and no script',
  ],
  [
    'a host that the service does not know',
    [{ body: TAG }, {}, 'https://shop.example/'],
    'allows no page of https://shop.example to show the chat of project "shop"',
  ],
])('tells of %s', async (_, world, text) => {
  expect((await findFaults(...world)).join(' ')).toContain(text)
})

test('a service that mistakes its https address for http is reported', async () => {
  const ours = (rest: string) => ({
    [`${SERVICE}/p/shop/frame`]: {
      headers: {
        'content-security-policy': `default-src 'none'; frame-ancestors https://*.test; trusted-types alcove-worker alcove-puzzle${rest}`,
      },
    },
  })

  expect(await findFaults({ body: TAG }, ours(''))).toEqual([
    'The service does not know that browsers reach it by https: addresses of files begin with http:// there, and the browser refuses them.',
  ])
  expect(await findFaults({ body: TAG }, ours('; upgrade-insecure-requests'))).toEqual([])
})

test('an address that hangs is given up after its limit', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  vi.stubGlobal('fetch', async (_: URL, { signal }: RequestInit) => signal?.throwIfAborted())

  const [finding] = await examinePage(new URL('https://shop.test/'), undefined, '0.1.0')
  vi.restoreAllMocks()

  expect(finding?.text).toBe('https://shop.test/ does not answer.')
  expect(limits).toEqual([ANSWER_MS])
})

test.each([
  ['shop', 'p/shop/frame', 'to its hosts.', 'ALCOVE_ALLOWED_ORIGINS'],
  ['default', 'frame', 'to ALCOVE_ALLOWED_ORIGINS of', 'hosts'],
])('a page of project %s is told of the list that counts', async (app, frame, list, other) => {
  const body = `<script async src="${SERVICE}/alcove.js" data-app="${app}"></script>`
  const closed = { headers: { 'content-security-policy': "frame-ancestors 'none'" } }

  const faults = await examine({ body }, { [`${SERVICE}/${frame}`]: closed })

  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatchObject({ remedy: expect.stringContaining(list) })
  expect(faults[0]).not.toMatchObject({ remedy: expect.stringContaining(other) })
})

import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { createNetworkWorld, PUBLIC_ADDRESS } from '../../testing/create-network-world.ts'
import { createGuardedFetch, FETCH_LIMITS } from './guarded-fetch.ts'
import { createForbiddenCheck } from './find-target.ts'

const says =
  (text: string): RequestListener =>
  (_request, response) =>
    response.end(text)

test('gets a file at a public address, by the address that was looked up', async () => {
  const world = await createNetworkWorld((request, response) =>
    response.end(`host ${request.headers.host}`),
  )
  const fetch = createGuardedFetch(world.network)

  const bytes = await fetch('http://files.example/a.pdf?b=c')

  expect(bytes.toString()).toBe('host files.example')
  expect(world.calls).toEqual([`${PUBLIC_ADDRESS}:80`])
})

/** Each of them means a private address, in some spelling. */
const LITERAL_TARGETS = `
  http://127.0.0.1/ http://127.1/ http://127.0.1/ http://2130706433/ http://0x7f000001/
  http://0x7f.1/ http://0177.0.0.1/ http://0177.0.0.01/ http://017700000001/ http://0/ http://0.0.0.0/
  http://127.255.255.254/ http://127.0.0.1./ http://①②⑦.⓪.⓪.①/ http://127。0。0。1/ http://%31%32%37.0.0.1/
  http://10.0.0.1/ http://10.255.255.255/ http://172.16.0.1/ http://172.31.255.255/
  http://192.168.0.1/ http://192.168.255.255/ http://169.254.169.254/latest/meta-data/
  http://169.254.170.2/ http://0xa9fea9fe/ http://2852039166/ http://100.64.0.1/ http://100.127.255.255/
  http://100.100.100.200/ http://192.0.0.192/ http://192.0.2.1/ http://192.88.99.1/ http://198.18.0.1/
  http://198.19.255.255/ http://198.51.100.7/ http://203.0.113.7/ http://224.0.0.1/ http://239.255.255.250/
  http://240.0.0.1/ http://255.255.255.255/ http://168.63.129.16/
  http://[::1]/ http://[::]/ http://[0:0:0:0:0:0:0:1]/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/
  http://[::ffff:169.254.169.254]/ http://[::127.0.0.1]/ http://[64:ff9b::7f00:1]/
  http://[64:ff9b::169.254.169.254]/ http://[64:ff9b:1::1]/ http://[100::1]/ http://[fc00::1]/
  http://[fd00:ec2::254]/ http://[fe80::1]/ http://[febf::1]/ http://[fec0::1]/ http://[ff02::1]/
  http://[2001::1]/ http://[2001:db8::1]/ http://[2001:10::1]/ http://[2002:7f00:1::]/
  http://[2002:a9fe:a9fe::1]/ http://[3fff::1]/ http://[5f00::1]/
`
  .trim()
  .split(/\s+/)

const FORM_TARGETS = `
  ftp://files.example/ file:///etc/passwd gopher://files.example/ data:text/plain,x javascript:1
  http://user@files.example/ http://user:pass@files.example/ http://files.example:22/
  http://files.example:8080/ https://files.example:6379/ http:///10.0.0.1 //files.example/ files.example
  http://[fe80::1%25eth0]/ http://127.0.0.1:80@files.example/ http://1.2.3.4@127.0.0.1/
`
  .trim()
  .split(/\s+/)

test.each([...LITERAL_TARGETS, ...FORM_TARGETS])('calls nobody for %s', async (url) => {
  const canary = await createNetworkWorld(says('secret'))
  const fetch = createGuardedFetch(canary.network)

  await expect(fetch(url)).rejects.toMatchObject({ code: 'file_rejected' })

  expect(canary.calls).toEqual([])
})

test.each([
  ['a private address', ['10.0.0.1']],
  ['loopback of IPv6', ['::1']],
  ['a link with a zone', ['fe80::1%eth0']],
  ['a public address and a private one', [PUBLIC_ADDRESS, '127.0.0.1']],
  ['a private address and a public one', ['127.0.0.1', PUBLIC_ADDRESS]],
  ['a mapped address', ['::ffff:10.0.0.1']],
  ['nothing', []],
  ['no address at all', ['localhost']],
])('calls nobody for a name that stands for %s', async (_, addresses) => {
  const canary = await createNetworkWorld(says('secret'), { 'evil.example': addresses })

  const asked = createGuardedFetch(canary.network)('http://evil.example/')

  await expect(asked).rejects.toMatchObject({ code: 'file_rejected' })
  expect(canary.calls).toEqual([])
})

test('really reaches no server of this machine, though one listens', async () => {
  const canary = await createNetworkWorld(says('secret'))
  const fetch = createGuardedFetch()

  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1']) {
    await expect(fetch(`http://${host}:${canary.port}/`)).rejects.toMatchObject({
      code: 'file_rejected',
    })
    await expect(fetch(`http://${host}/`)).rejects.toMatchObject({ code: 'file_rejected' })
  }

  expect(canary.hits()).toBe(0)
  // The positive control: the server answers.
  expect(await (await globalThis.fetch(`http://127.0.0.1:${canary.port}/`)).text()).toBe('secret')
})

test('looks a name up once, so an answer that changes leads nowhere', async () => {
  const world = await createNetworkWorld(says('public'))
  const answers = [[PUBLIC_ADDRESS], ['127.0.0.1']]
  const network = { ...world.network, resolve: () => Promise.resolve(answers.shift() ?? []) }

  const bytes = await createGuardedFetch(network)('http://rebind.example/')

  expect(bytes.toString()).toBe('public')
  expect(world.calls).toEqual([`${PUBLIC_ADDRESS}:80`])
  expect(answers).toHaveLength(1)
})

test.each([
  ['a private address', 'http://127.0.0.1/secret'],
  ['an odd form of one', 'http://0x7f.1/secret'],
  ['a name that stands for one', 'http://evil.example/secret'],
  ['another port', 'http://files.example:8080/'],
  ['another scheme', 'file:///etc/passwd'],
  ['an address with credentials', 'http://a:b@files.example/'],
])('follows no redirect to %s', async (_, location) => {
  const world = await createNetworkWorld(
    (_request, response) => response.writeHead(302, { Location: location }).end(),
    { 'evil.example': ['127.0.0.1'] },
  )

  const asked = createGuardedFetch(world.network)('http://files.example/')

  await expect(asked).rejects.toMatchObject({ code: 'file_rejected' })
  expect(world.calls).toEqual([`${PUBLIC_ADDRESS}:80`])
})

test('follows as many redirects as are allowed, and not one more', async () => {
  const world = await createNetworkWorld((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('there')
    else response.writeHead(302, { Location: `/${left - 1}` }).end()
  })
  const fetch = createGuardedFetch(world.network)
  const { hops } = FETCH_LIMITS

  expect((await fetch(`http://files.example/${hops}`)).toString()).toBe('there')
  await expect(fetch(`http://files.example/${hops + 1}`)).rejects.toThrow(
    'redirects more than 5 times',
  )
})

test('takes as many bytes as are allowed, and not one more, announced or not', async () => {
  const world = await createNetworkWorld((request, response) => {
    response.write('x')
    response.end(Buffer.alloc(Number(request.url?.slice(1)) - 1))
  })
  const fetch = createGuardedFetch(world.network, { ...FETCH_LIMITS, maxBytes: 1_000 })

  expect(await fetch('http://files.example/1000')).toHaveLength(1_000)
  await expect(fetch('http://files.example/1001')).rejects.toMatchObject({ code: 'too_large' })
})

test('unpacks nothing', async () => {
  const world = await createNetworkWorld((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('bomb'),
  )

  await expect(createGuardedFetch(world.network)('http://files.example/')).rejects.toThrow(
    'compressed',
  )
})

test.each([404, 500, 204, 206])('takes no answer with status %i for a file', async (status) => {
  const world = await createNetworkWorld((_request, response) => response.writeHead(status).end())

  await expect(createGuardedFetch(world.network)('http://files.example/')).rejects.toThrow(
    `status ${status}`,
  )
})

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['stops in the middle', (_request, response) => response.write('half')],
])('gives up on a server that %s', async (_, listener) => {
  const world = await createNetworkWorld(listener)
  const fetch = createGuardedFetch(world.network, { ...FETCH_LIMITS, timeoutMs: 100 })

  await expect(fetch('http://files.example/')).rejects.toThrow('took too long')
})

test('gives up on a look-up that never ends', async () => {
  const world = await createNetworkWorld(says('x'))
  const network = { ...world.network, resolve: () => new Promise<never>(() => {}) }
  const fetch = createGuardedFetch(network, { ...FETCH_LIMITS, timeoutMs: 100 })

  await expect(fetch('http://files.example/')).rejects.toThrow('took too long')
})

test.each([
  ['1.1.1.1', false],
  ['9.255.255.255', false],
  ['11.0.0.0', false],
  ['100.63.255.255', false],
  ['100.128.0.0', false],
  ['172.15.255.255', false],
  ['172.32.0.0', false],
  ['223.255.255.255', false],
  ['2606:4700:4700::1111', false],
  ['2a00:1450:4001:81b::200e', false],
  ['::ffff:1.1.1.1', true],
  ['not an address', true],
])('knows the edges of what is public: %s', (address, isForbidden) => {
  expect(createForbiddenCheck()(address)).toBe(isForbidden)
})

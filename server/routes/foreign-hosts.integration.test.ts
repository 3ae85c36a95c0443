import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import { openSocket } from '../testing/open-socket.ts'

const EVIL = 'evil.test'
const PUBLIC = 'https://chat.example'
const FILES = 'https://files.example'
const OWN = 'http://alcove_desk:8787'

interface Asked {
  readonly method?: string
  /** Target of the request line. */
  readonly target?: string
  /** A header line for each; none: the request names no host, as HTTP/1.0 may. */
  readonly hosts?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Byte for byte, since clients set their own host. */
async function ask(port: number, { method = 'GET', target = '/', hosts, headers = {} }: Asked) {
  const lines = [
    `${method} ${target} HTTP/${hosts?.length === 0 ? '1.0' : '1.1'}`,
    ...(hosts ?? ['localhost']).map((host) => `Host: ${host}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Length: 0',
    'Connection: close',
  ]
  const socket = await openSocket(port)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await socket.end
  const text = socket.text()
  const [head = ''] = text.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    error: /"error":"(\w+)"/.exec(text)?.[1],
    namesSetting: text.includes('ALCOVE_PUBLIC_URL'),
    isReadable: /^access-control-allow-origin:/im.test(head),
  }
}

interface World {
  readonly alcove: AlcoveServer
  readonly serverKey: string
  stop(): Promise<void>
}

async function startWorld(env: Readonly<Record<string, string>>): Promise<World> {
  const place = await createMigratedPlace('sqlite', '')
  const app = await createTestApp({ place })
  const { key } = await app.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })
  await app.close()
  const alcove = await startAlcove({ env, dataDir: place.dataDir })
  return {
    alcove,
    serverKey: key,
    async stop() {
      await alcove.stop()
      await place.remove()
    },
  }
}

let bare: World
let named: World
beforeAll(async () => {
  bare = await startWorld({})
  named = await startWorld({
    ALCOVE_MODEL: 'demo',
    ALCOVE_PUBLIC_URL: PUBLIC,
    ALCOVE_FILES_URL: FILES,
    ALCOVE_OWN_ORIGINS: OWN,
  })
})
afterAll(() => Promise.all([bare.stop(), named.stop()]))

const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/'],
  ['GET', '/alcove.js'],
  ['GET', '/frame'],
  ['GET', '/p/default/frame'],
  ['GET', '/frame/third-party-licenses.txt'],
  ['GET', '/help'],
  ['GET', '/v1/docs'],
  ['GET', '/v1/threads'],
  ['OPTIONS', '/v1/threads'],
  ['POST', '/v1/auth/tokens/anonymous'],
  ['POST', '/p/default/v1/auth/tokens/anonymous'],
  ['GET', '/files/attachments'],
  ['PUT', '/files/attachments'],
  ['OPTIONS', '/files/attachments'],
  ['GET', '/nowhere'],
]

/** Forms of a request's host that are always answered, or never. */
const ALWAYS: readonly string[] = [
  'localhost',
  'localhost:1',
  'LOCALHOST:8787',
  'localhost.',
  'chat.localhost:8787',
  '127.0.0.1',
  '127.0.0.1:8787',
  '127.8.9.10',
  '0.0.0.0:8787',
  '192.0.2.7:80',
  '[::1]:8787',
  '[2001:db8::7]',
]
const NEVER: readonly string[] = [
  EVIL,
  `${EVIL}:8787`,
  'evil.test.',
  'EVIL.test',
  'localhost.evil.test',
  '127.0.0.1.evil.test',
  '127-0-0-1.nip.io',
  'evillocalhost',
  'chat.example.evil.test',
  'evil.chat.example',
  'evil_host',
  'alcove.internal',
]
const NAMED: readonly string[] = [
  'chat.example',
  'chat.example:8443',
  'CHAT.example.',
  'files.example',
  'alcove_desk:8787',
  'alcove_desk',
]

/** A refusal names the setting that helps, and no page of another origin can read it. */
const REFUSED = { status: 421, error: 'misdirected', namesSetting: true, isReadable: false }

describe.each([
  ['without a public address', () => bare],
  ['with a public address', () => named],
] as const)('%s', (_, worldOf) => {
  const portOf = () => worldOf().alcove.port

  test.each(ROUTES)(
    '%s %s is refused by a foreign name, and not by its own',
    async (method, target) => {
      const refused = await ask(portOf(), { method, target, hosts: [EVIL] })

      expect(refused).toMatchObject(REFUSED)
      expect((await ask(portOf(), { method, target })).status).not.toBe(421)
    },
  )

  test.each(ALWAYS)('%s is answered', async (host) => {
    expect((await ask(portOf(), { target: '/alcove.js', hosts: [host] })).status).toBe(200)
  })

  test.each(NEVER)('%s is refused', async (host) => {
    const refused = await ask(portOf(), { target: '/alcove.js', hosts: [host] })

    expect(refused).toMatchObject(REFUSED)
  })

  test.each([
    '',
    'localhost/evil',
    'localhost?',
    'localhost#',
    'evil.test@localhost',
    '[::1',
    'a b',
  ])('"%s" is not a host', async (host) => {
    const { status } = await ask(portOf(), { target: '/alcove.js', hosts: [host] })

    expect([400, 421]).toContain(status)
  })

  test('a request without a host is refused, and so is one with two', async () => {
    const target = '/alcove.js'

    expect(await ask(portOf(), { target, hosts: [] })).toMatchObject(REFUSED)
    expect(await ask(portOf(), { target, hosts: ['localhost', EVIL] })).toMatchObject(REFUSED)
    expect(await ask(portOf(), { target, hosts: [EVIL, 'localhost'] })).toMatchObject(REFUSED)
  })

  test('a whole address as target counts beside the host', async () => {
    const whole = (host: string) => ({ target: `http://${host}/alcove.js` })

    expect((await ask(portOf(), whole('localhost'))).status).toBe(200)
    expect(await ask(portOf(), whole(EVIL))).toMatchObject(REFUSED)
    expect(await ask(portOf(), { ...whole('localhost'), hosts: [EVIL] })).toMatchObject(REFUSED)
  })

  test('a proxy’s header about the host is ignored', async () => {
    const headers = { 'X-Forwarded-Host': 'localhost', Forwarded: 'host=localhost' }

    expect(await ask(portOf(), { target: '/alcove.js', hosts: [EVIL], headers })).toMatchObject(
      REFUSED,
    )
    const foreign = { 'X-Forwarded-Host': EVIL }
    expect((await ask(portOf(), { target: '/alcove.js', headers: foreign })).status).toBe(200)
  })

  test.each([[[EVIL]], [[]], [['localhost', EVIL]]])(
    'health is told to all, also as %j',
    async (hosts) => {
      expect((await ask(portOf(), { target: '/healthz', hosts })).status).toBe(200)
      expect((await ask(portOf(), { target: '/readyz', hosts })).status).not.toBe(421)
      expect(await ask(portOf(), { target: '/healthz/x', hosts: [EVIL] })).toMatchObject(REFUSED)
    },
  )

  test.each([[[EVIL]], [[]]])('a server’s key is heard by any name, also as %j', async (hosts) => {
    const { serverKey } = worldOf()
    const call = (key: string, target: string, rest: Asked = {}) =>
      ask(portOf(), {
        ...rest,
        target,
        hosts,
        headers: { ...rest.headers, Authorization: `Bearer ${key}` },
      })

    expect((await call(serverKey, '/v1/threads')).status).toBe(200)
    expect((await call(serverKey, '/p/default/v1/threads')).status).toBe(200)
    expect((await call(`sk_${'x'.repeat(43)}`, '/v1/threads')).status).toBe(403)
    expect(await call(`pk_${'x'.repeat(43)}`, '/v1/threads')).toMatchObject(REFUSED)
    // A made-up key opens neither routes without a key nor those for a page of that name.
    expect(await call('sk_x', '/frame')).toMatchObject(REFUSED)
    expect(await call('sk_x', '/alcove.js')).toMatchObject(REFUSED)
    const Origin = `http://${EVIL}`
    const mint = { method: 'POST', headers: { Origin } }
    expect((await call('sk_x', '/v1/auth/tokens/anonymous', mint)).status).toBe(403)
  })
})

test.each(NAMED)('%s is answered where a setting names it, and nowhere else', async (host) => {
  const asked = { target: '/alcove.js', hosts: [host] }

  expect((await ask(named.alcove.port, asked)).status).toBe(200)
  expect(await ask(bare.alcove.port, asked)).toMatchObject(REFUSED)
})

describe('a page’s first token', () => {
  const mint = async (world: World, host: string, origin: string) => {
    const { status, isReadable } = await ask(world.alcove.port, {
      method: 'POST',
      target: '/v1/auth/tokens/anonymous',
      hosts: [host],
      headers: { Origin: origin },
    })
    return [status, isReadable]
  }

  test.each([
    ['192.0.2.7:8787', 'http://192.0.2.7:8787'],
    ['192.0.2.7', 'https://192.0.2.7'],
    ['[2001:db8::7]:8787', 'http://[2001:db8::7]:8787'],
    ['chat.localhost:8787', 'http://chat.localhost:8787'],
  ])('is given without a public address to %s, called by %s', async (host, origin) => {
    expect(await mint(bare, host, origin)).toEqual([200, true])
    // The public address defines the service's own pages, which exclude these.
    expect(await mint(named, host, origin)).toEqual([403, false])
  })

  test.each([
    ['192.0.2.7:8787', 'http://192.0.2.7:9999'],
    ['192.0.2.7:8787', 'http://192.0.2.8:8787'],
    ['localhost:8787', 'http://evil.test:8787'],
  ])('is refused to %s, called by %s', async (host, origin) => {
    expect(await mint(bare, host, origin)).toEqual([403, false])
    expect(await mint(named, host, origin)).toEqual([403, false])
  })

  test.each([
    ['chat.example', PUBLIC, 200],
    ['localhost:8787', PUBLIC, 200],
    ['alcove_desk:8787', OWN, 200],
    ['chat.example', 'http://chat.example', 403],
    ['chat.example:8443', 'https://chat.example:8443', 403],
    ['alcove_desk', 'http://alcove_desk', 403],
    // Uploaded files have this origin.
    ['files.example', FILES, 403],
  ])('with a public address, %s called by %s: %i', async (host, origin, status) => {
    expect(await mint(named, host, origin)).toEqual([status, status === 200])
  })

  test.each([EVIL, `${EVIL}:8787`])('is not given to %s, called by its own page', async (host) => {
    expect(await mint(bare, host, `http://${host}`)).toEqual([421, false])
    expect(await mint(named, host, `http://${host}`)).toEqual([421, false])
  })
})

test('the log tells of a refused host, once, and what lets it', async () => {
  const world = await startWorld({})
  onTestFinished(() => world.stop())
  const asked = { target: '/alcove.js', hosts: ['chat.intern.example:8787'] }

  await ask(world.alcove.port, asked)
  await ask(world.alcove.port, asked)

  const told = () =>
    world.alcove
      .output()
      .split('\n')
      .filter((line) => line.includes('was refused'))
  await expect.poll(told).toHaveLength(1)
  expect(told()[0]).toContain('chat.intern.example:8787')
  expect(told()[0]).toContain('ALCOVE_PUBLIC_URL')
})

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ family }) => family === 'IPv6'),
)

test.skipIf(!hasIpv6)(
  'a request without a host is heard on all addresses of IPv6 too',
  async () => {
    const world = await startWorld({ HOST: '::', ALCOVE_MODEL: 'demo' })
    onTestFinished(() => world.stop())

    expect((await ask(world.alcove.port, { target: '/healthz', hosts: [] })).status).toBe(200)
  },
)

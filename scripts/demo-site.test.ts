import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { createDemoSite } from './demo-site.ts'

interface Reply {
  status: number | undefined
  type: string | undefined
  body: string
  policy: string | string[]
  location?: string
}

/** Serves a folder with a page, a style and a folder; beside it is a file that must not be readable. */
async function serve(hostSecret?: string) {
  const base = mkdtempSync(join(tmpdir(), 'alcove-demo-'))
  const folder = join(base, 'public')
  mkdirSync(join(folder, 'bare'), { recursive: true })
  writeFileSync(join(base, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<script src="{{ALCOVE_ORIGIN}}/alcove.js"></script>')
  writeFileSync(join(folder, 'bare', 'index.html'), 'bare')
  writeFileSync(join(folder, 'shop.css'), '{{ALCOVE_ORIGIN}}')
  mkdirSync(join(base, 'site/docs'), { recursive: true })
  writeFileSync(join(base, 'site/docs/index.html'), 'documentation')
  writeFileSync(join(base, 'site/docs/llms.txt'), 'a list')
  writeFileSync(join(base, 'site/docs/embedding.html'), 'on your page')
  writeFileSync(join(base, 'site/docs/404.html'), '<title>Not here</title>')
  mkdirSync(join(base, 'site/playground'))
  writeFileSync(join(base, 'site/playground/index.html'), '{{ALCOVE_ORIGIN}}')
  writeFileSync(join(base, 'site/secret.txt'), 'secret')
  symlinkSync(join(base, 'secret.txt'), join(folder, 'link.txt'))

  const alcoveOrigin = (name: string) => `http://${name}:8787`
  const server = createDemoSite({
    folder,
    site: join(base, 'site'),
    alcoveOrigin,
    hostSecret,
    hosts: ['shop.example', '*.tunnel.example'],
    readLook: async (app) => (app === 'shop' ? { name: 'Pip' } : undefined),
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.close()
    rmSync(base, { recursive: true, force: true })
  })

  // Not `fetch`, which would normalise the paths before sending them.
  return (path: string, { method = 'GET', host = 'localhost:8788', accept = '*/*' } = {}) =>
    new Promise<Reply>((done, fail) => {
      const call = request(
        { host: '127.0.0.1', port, path, method, headers: { host, accept } },
        (reply) => {
          let body = ''
          reply.setEncoding('utf8')
          reply.on('data', (text: string) => (body += text))
          const {
            'content-type': type,
            'content-security-policy': policy = '',
            location,
          } = reply.headers
          reply.on('end', () =>
            done({ status: reply.statusCode, type, body, policy, ...(location && { location }) }),
          )
        },
      )
      call.on('error', fail)
      call.end()
    })
}

test('serves a page with the address of the service in it', async () => {
  const get = await serve()

  expect(await get('/')).toMatchObject({
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<script src="http://localhost:8787/alcove.js"></script>',
  })
  expect((await get('/?x=1')).status).toBe(200)
  expect((await get('/bare/')).body).toBe('bare')
})

test('names the service by the host name that the visitor used', async () => {
  const get = await serve()

  expect((await get('/', { host: '127.0.0.1:8788' })).body).toContain('"http://127.0.0.1:8787/')
  expect((await get('/', { host: '[::1]:8788' })).body).toContain('"http://[::1]:8787/')
  expect((await get('/', { host: 'Shop.example' })).body).toContain('"http://shop.example:8787/')
})

test('serves the documentation, which was built apart', async () => {
  const get = await serve()

  expect((await get('/docs/')).body).toBe('documentation')
  expect((await get('/docs/?q=1')).body).toBe('documentation')
  expect((await get('/docs/llms.txt')).type).toBe('text/plain; charset=utf-8')
  expect((await get('/docs/nowhere.html')).status).toBe(404)
})

test('pages of the documentation have clean addresses', async () => {
  const get = await serve()

  expect(await get('/docs/embedding?x=1')).toMatchObject({ status: 200, body: 'on your page' })
})

test.each([
  ['/docs/embedding.html', '/docs/embedding'],
  ['/docs/embedding.html?x=1', '/docs/embedding?x=1'],
  ['/docs/embedding/', '/docs/embedding'],
  ['/docs/index.html', '/docs/'],
])('the address %s leads to %s', async (path, location) => {
  const get = await serve()

  expect(await get(path)).toMatchObject({ status: 308, location })
})

test('browsers get a page for an address that leads nowhere, and programs a sentence', async () => {
  const get = await serve()

  for (const path of ['/docs/nowhere', '/docs/nowhere.html', '/docs/404.html', '/nowhere']) {
    expect(await get(path, { accept: 'text/html,*/*' })).toMatchObject({
      status: 404,
      type: 'text/html; charset=utf-8',
      body: '<title>Not here</title>',
    })
    expect((await get(path)).body).toBe('There is no such page here.\n')
  }
})

test('serves the playground with the address of the service, and what a project looks like', async () => {
  const get = await serve()

  expect((await get('/playground/')).body).toBe('http://localhost:8787')
  expect(await get('/playground/look.json?app=shop')).toMatchObject({
    type: 'application/json',
    body: '{"name":"Pip"}',
  })
  expect((await get('/playground/look.json')).status).toBe(404)
  expect((await get('/playground/look.json?app=../shop')).status).toBe(404)
})

test('redirects to the folder when the slash is missing', async () => {
  const get = await serve()

  expect(await get('/docs')).toMatchObject({ status: 308, location: '/docs/' })
})

test('replaces the placeholder in pages only', async () => {
  const get = await serve()

  const style = await get('/shop.css')

  expect(style).toMatchObject({
    status: 200,
    type: 'text/css; charset=utf-8',
    body: '{{ALCOVE_ORIGIN}}',
  })
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/bare/../../secret.txt',
  '/docs/../secret.txt',
  '/docs/%2e%2e/%2e%2e/secret.txt',
  '/link.txt',
  '/%00',
  '/%',
  '/nowhere',
  '/bare',
])('answers 404 to %s', async (path) => {
  const get = await serve()

  const reply = await get(path)

  expect(reply.status).toBe(404)
  expect(reply.body).not.toContain('secret')
})

test('answers nothing but GET and HEAD', async () => {
  const get = await serve()

  expect((await get('/', { method: 'POST' })).status).toBe(405)
  expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
})

test('hands out a token of the demo user for ten minutes when there is a secret', async () => {
  const secret = 'a secret of the tests, long enough for HS256'
  const get = await serve(secret)

  const { status, body } = await get('/token')

  expect(status).toBe(200)
  const { payload, protectedHeader } = await jwtVerify(body, new TextEncoder().encode(secret))
  expect(protectedHeader.alg).toBe('HS256')
  expect(payload.sub).toBe('demo-customer')
  expect(payload.exp! - payload.iat!).toBe(600)
})

test('hands out no token without a secret and names the setting', async () => {
  const get = await serve()

  const { status, body } = await get('/token')

  expect(status).toBe(404)
  expect(body).toContain('ALCOVE_HOST_SECRET')
})

test.each(['evil.test:8788', 'localhost.evil.test', '"><script>', 'shop.example.evil.test'])(
  'answers nothing to the host "%s", and names the setting',
  async (host) => {
    const get = await serve('a secret of the tests, long enough for HS256')

    for (const path of ['/', '/token', '/docs/', '/playground/look.json?app=shop']) {
      const { status, body } = await get(path, { host })
      expect(status).toBe(421)
      expect(body).toContain('ALCOVE_ALLOWED_ORIGINS')
      expect((await get(path)).status).toBe(200)
    }
  },
)

test('a page loads its own files and the service, and no other site frames it', async () => {
  const get = await serve()

  const [page, chatless] = [await get('/'), await get('/docs/')]

  expect(page.policy).toContain("script-src 'self' http://localhost:8787;")
  expect(page.policy).toContain("frame-src 'self' http://localhost:8787;")
  expect(chatless.policy).toContain("script-src 'self';")
  for (const path of ['/', '/docs/', '/shop.css', '/nowhere', '/token', '/docs']) {
    const { policy } = await get(path)
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).toMatch(/; frame-ancestors 'self'$/)
  }
})

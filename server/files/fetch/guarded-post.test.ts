import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { createNetworkWorld, PUBLIC_ADDRESS } from '../../testing/create-network-world.ts'
import { createGuardedPost } from './guarded-post.ts'

const call = (rest: Partial<Parameters<ReturnType<typeof createGuardedPost>>[1]> = {}) => ({
  headers: { Authorization: 'Bearer hunter2' },
  body: '{"name":"stock"}',
  maxBytes: 1_000,
  signal: new AbortController().signal,
  ...rest,
})

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, headers } = request
    response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }))
  })
}

test('posts JSON with the headers, where the operator tries a tool on this machine', async () => {
  const world = await createNetworkWorld(echo)
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })

  const { status, body } = await post(`http://localhost:${world.port}/stock`, call())

  expect(status).toBe(200)
  expect(JSON.parse(body.toString())).toMatchObject({
    method: 'POST',
    headers: {
      authorization: 'Bearer hunter2',
      'content-type': 'application/json',
      'content-length': '16',
      host: `localhost:${world.port}`,
    },
    body: '{"name":"stock"}',
  })
})

test('calls a public name over TLS, on any port', async () => {
  const world = await createNetworkWorld(echo)
  const post = createGuardedPost({ network: world.network })

  // The server speaks no TLS: reaching it is enough.
  await expect(post('https://tools.test:8443/', call())).rejects.toThrow('nobody answers')

  expect(world.calls).toEqual([`${PUBLIC_ADDRESS}:8443`])
})

test.each([
  ['without TLS', 'http://tools.test/'],
  ['at loopback', 'https://127.0.0.1/'],
  ['at loopback by name', 'https://localhost/'],
  ['at loopback of IPv6', 'https://[::1]/'],
  ['in an odd form of it', 'https://0x7f.1/'],
  ['in a private network', 'https://10.0.0.5/'],
  ['with the machine’s secrets', 'https://169.254.169.254/latest/'],
  ['by a name for a private address', 'https://evil.test/'],
  ['by a name for both', 'https://both.test/'],
  ['with credentials', 'https://a:b@tools.test/'],
  ['that is none', 'tools.test'],
])('calls no address %s', async (_, url) => {
  const names = { 'evil.test': ['192.168.0.9'], 'both.test': [PUBLIC_ADDRESS, '127.0.0.1'] }
  const world = await createNetworkWorld(echo, names)

  await expect(createGuardedPost({ network: world.network })(url, call())).rejects.toMatchObject({
    code: 'unavailable',
  })

  expect(world.calls).toEqual([])
})

test('allows this machine only by its own names', async () => {
  const world = await createNetworkWorld(echo, {
    'evil.test': ['127.0.0.1'],
    'intern.test': ['10.0.0.5'],
    localhost: ['10.0.0.5'],
  })
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })

  for (const url of ['https://evil.test/', 'https://intern.test/', 'http://localhost/']) {
    await expect(post(url, call())).rejects.toThrow('not on the public internet')
  }
  expect(world.calls).toEqual([])
  expect((await post('http://127.0.0.1/', call())).status).toBe(200)
})

test('follows no redirect', async () => {
  const world = await createNetworkWorld((_request, response) =>
    response.writeHead(307, { Location: 'http://localhost/secret' }).end(),
  )
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })

  expect((await post('http://localhost/', call())).status).toBe(307)
  expect(world.hits()).toBe(1)
})

test('takes as many bytes as are allowed, and not one more', async () => {
  const world = await createNetworkWorld((request, response) => {
    response.write('x')
    response.end(Buffer.alloc(Number(request.url?.slice(1)) - 1))
  })
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })

  expect((await post('http://localhost/1000', call())).body).toHaveLength(1_000)
  await expect(post('http://localhost/1001', call())).rejects.toMatchObject({ code: 'too_large' })
})

test('unpacks nothing', async () => {
  const world = await createNetworkWorld((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('bomb'),
  )
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })

  await expect(post('http://localhost/', call())).rejects.toThrow('compressed')
})

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['stops in the middle', (_request, response) => response.write('half')],
])('ends with its caller when a service %s', async (_, listener) => {
  const world = await createNetworkWorld(listener)
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })
  const signal = AbortSignal.timeout(50)

  await expect(post('http://localhost/', call({ signal }))).rejects.toThrow('the call was ended')
})

test('says nothing of headers and addresses when it fails', async () => {
  const world = await createNetworkWorld((_request, response) => response.destroy())
  const post = createGuardedPost({ allowsLoopback: true, network: world.network })

  const error: unknown = await post('http://localhost/path-secret', call()).catch(
    (thrown) => thrown,
  )

  expect(error).toMatchObject({ message: expect.stringContaining('nobody answers') })
  expect(String(error)).not.toMatch(/hunter2|path-secret/)
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import { PROXY_NAMES, type ProxyName } from '../scripts/cluster/proxy-kinds.ts'
import { startProxy, type Proxy } from '../scripts/cluster/start-proxy.ts'
import { findFreePort } from '../scripts/find-free-port.ts'
import { createMessageId } from '../shared/ids.ts'
import { FILE_LIMITS } from '../shared/thread/file-limits.ts'
import { TEXT_STREAM_HEADERS } from './routes/stream-headers.ts'
import { createChatClient, rowText, userMessage, type ChatClient } from './testing/chat-client.ts'

// The samples of docs/proxies and docs/haproxy.cfg, each in Debian's own program. The model sends the next
// word when the reader has the one before, so that the tests do not depend on time.

const START_LIMIT_MS = 600_000
/** They tell the server that a reader has left; the others notice when they pass bytes on. */
const HEARS_AT_ONCE: readonly ProxyName[] = ['nginx', 'Caddy', 'HAProxy']
/** Longer than a proxy's threshold for compression. */
const LONG_BEGINNING = 'Begun with more words than fit into one small packet. '.repeat(40)

let model: ModelServer
beforeAll(async () => {
  model = await startModelServer()
}, START_LIMIT_MS)
afterAll(() => model.stop())

const modelEnv = () => ({ ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url })
const newThread = () => `local-${createMessageId()}`

/** A server behind the proxy, for facts that Alcove does not report: each test says how it answers. */
async function startBehind(name: ProxyName) {
  let answer: RequestListener = (_, response) => response.end()
  const server = createServer((request, response) => {
    if (/^\/(healthz|readyz)$/.test(request.url ?? '')) response.end('{}')
    else answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = await startProxy(name, { serverPorts: [port] })
  return {
    url: proxy.url,
    answerWith: (listener: RequestListener) => void (answer = listener),
    async stop() {
      await proxy.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

describe.each(PROXY_NAMES)('behind %s', (name) => {
  let server: AlcoveServer
  let proxy: Proxy
  let behind: Awaited<ReturnType<typeof startBehind>>
  let client: ChatClient
  beforeAll(async () => {
    const port = await findFreePort()
    server = await startAlcove({
      env: {
        ...modelEnv(),
        ALCOVE_PUBLIC_URL: `http://127.0.0.1:${port}`,
        ALCOVE_TRUSTED_PROXIES: '1',
        // The limit of named users.
        ALCOVE_LIMITS: JSON.stringify({ anonymousFileBytes: FILE_LIMITS.fileBytes }),
      },
    })
    proxy = await startProxy(name, { serverPorts: [server.port], port })
    behind = await startBehind(name)
    client = await createChatClient(proxy.url)
  }, START_LIMIT_MS)
  afterAll(async () => {
    await behind.stop()
    await proxy.stop()
    await server.stop()
  }, START_LIMIT_MS)

  test('a word arrives before the next one is said (R20)', async () => {
    const keys = Array.from({ length: 5 }, newThread)
    const words = keys.map((key, index) => `say w${index}; hold ${key}`).join('; ')
    const answer = await client.chat({ thread: newThread(), messages: [userMessage(words)] })

    for (const [index, key] of keys.entries()) {
      await answer.until(`w${index}`)
      model.release(key)
    }
    expect(await answer.text()).toBe('w0w1w2w3w4')
  })

  test('a text that grows is read as it grows', async () => {
    const held = Promise.withResolvers<void>()
    behind.answerWith((_, response) => {
      response.writeHead(200, TEXT_STREAM_HEADERS).write(LONG_BEGINNING)
      void held.promise.then(() => response.end('done'))
    })
    const response = await fetch(`${behind.url}/v1/runs/stream`, { method: 'POST' })
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text === LONG_BEGINNING) held.resolve()
    }

    expect(text).toBe(`${LONG_BEGINNING}done`)
  })

  test('a reader who comes back sees at once what was said meanwhile', async () => {
    const [thread, key] = [newThread(), newThread()]
    const tab = new AbortController()
    const script = `say ${LONG_BEGINNING}\nhold ${key}\nsay done`
    const messages = [userMessage(script)]
    const first = await client.chat({ thread, messages, signal: tab.signal })
    await first.until('packet')
    tab.abort()

    const resumed = await client.follow(thread)
    await resumed.until(LONG_BEGINNING.trim())
    model.release(key)
    expect(await resumed.text()).toBe(`${LONG_BEGINNING.trim()}done`)
  })

  test('an answer can be stopped', async () => {
    const [thread, key] = [newThread(), newThread()]
    const answer = await client.chat({
      thread,
      messages: [userMessage(`say Begun; hold ${key}; say never`)],
    })
    await answer.until('Begun')
    await client.stop(thread)

    expect(await answer.text()).toBe('Begun')
    const rows = await client.messages(thread)
    expect(rows.map(rowText).at(-1)).toBe('Begun')
    model.release(key)
  })

  test('a file of the largest size goes up and comes back', async () => {
    const bytes = Buffer.from(randomBytes(FILE_LIMITS.fileBytes / 2).toString('hex'))
    const asked = await client.call('/files/attachments/generate-presigned-upload-url', {
      method: 'POST',
      body: JSON.stringify({ filename: 'a.txt', content_length: bytes.length }),
    })
    const slot = (await asked.json()) as { signedUrl: string; publicUrl: string }
    expect(slot.signedUrl).toContain(proxy.url)
    const put = await fetch(slot.signedUrl, { method: 'PUT', body: bytes })
    expect(put.status).toBe(200)

    const read = await client.call(new URL(slot.publicUrl).pathname.replace('/v1', ''))
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('the server knows host and visitor, and a visitor forges no address', async () => {
    behind.answerWith(({ headers }, response) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(headers)),
    )
    const response = await fetch(`${behind.url}/v1/threads`, {
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    })
    const headers = (await response.json()) as Record<string, string>

    expect(headers['host']?.split(':')[0]).toBe('127.0.0.1')
    expect(headers['x-forwarded-for']?.split(/, ?/).at(-1)).toBe('127.0.0.1')
  })

  const hearsAtOnce = HEARS_AT_ONCE.includes(name)
  test(`the server hears that a tab was closed${hearsAtOnce ? '' : ', at the next word'}`, async () => {
    const closed = Promise.withResolvers<'closed'>()
    behind.answerWith((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(': \n\n')
      const beat = hearsAtOnce ? undefined : setInterval(() => response.write(': \n\n'), 50)
      response.once('close', () => {
        clearInterval(beat)
        closed.resolve('closed')
      })
    })
    const tab = new AbortController()
    const response = await fetch(`${behind.url}/v1/chat`, { method: 'POST', signal: tab.signal })
    await response.body!.getReader().read()
    tab.abort()

    expect(await closed.promise).toBe('closed')
  })

  test('what is no stream is compressed', async () => {
    behind.answerWith((_, response) =>
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ words: LONG_BEGINNING })),
    )
    const response = await fetch(`${behind.url}/v1/threads`, {
      headers: { 'Accept-Encoding': 'gzip' },
    })

    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.json()).toEqual({ words: LONG_BEGINNING })
  })
})

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serve, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { HEARTBEAT } from '../../shared/wire/sse.ts'
import { createMemoryLog } from './memory-log.ts'
import { writeDirectly } from './send-log.ts'

/** Far more than a socket buffers. */
const EVENTS = 2_000
const EVENT = `${'x'.repeat(10_000)}\n\n`
/** A write of the log and the buffer of Node's response before it signals back-pressure. */
const HELD_MAX_BYTES = 262_144

interface World {
  readonly heartbeatMs?: number
  readonly isDirect?: boolean
  /** Answers only after the caller has left. */
  readonly isLate?: boolean
}

/** A server with one log, whose body is read as a stream or not. */
async function startWorld({ heartbeatMs = 60_000, isDirect = true, isLate = false }: World = {}) {
  const log = createMemoryLog({ heartbeatMs })
  const writer = log.open('run', 'start ')
  const streams: ReadableStream[] = []
  const outgoings: HttpBindings['outgoing'][] = []
  const app = new Hono<{ Bindings: HttpBindings }>().get('/', async (c) => {
    outgoings.push(c.env.outgoing)
    if (isLate) await once(c.env.outgoing, 'close')
    const stream = log.follow('run', 0, c.req.raw.signal)!
    streams.push(stream)
    return c.body(isDirect ? stream : stream.pipeThrough(new TransformStream()), 200, {
      'content-type': 'text/event-stream',
      'x-mark': 'yes',
    })
  })
  const server = serve({ fetch: writeDirectly(app.fetch), port: 0 })
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = async () => {
    const request = get({ port, host: '127.0.0.1' })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.setEncoding('utf8')
    return response
  }
  return {
    port,
    streams,
    writer,
    ask,
    isRead: () => streams.at(-1)!.locked,
    outgoing: () => outgoings.at(-1)!,
  }
}

async function readAll(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of response) text += piece
  return text
}

test.each([[true], [false]])(
  'sends a log whole, with its headers (direct: %s)',
  async (isDirect) => {
    const { writer, ask, isRead } = await startWorld({ isDirect })
    writer.append('one ')
    const response = await ask()
    expect(isRead()).toBe(!isDirect)
    const reading = readAll(response)
    writer.append('two ')
    writer.end('end')

    expect(await reading).toBe('start one two end')
    expect(response.headers).toMatchObject({ 'x-mark': 'yes' })
  },
)

test('counts bytes, whatever the letters', async () => {
  const { writer, ask } = await startWorld()
  const reading = readAll(await ask())
  writer.append('\u{1f600} \u05d0\n')
  writer.end('\u00e9')

  expect(await reading).toBe('start \u{1f600} \u05d0\n\u00e9')
})

test('gives a caller of HTTP/1.0, who knows no chunks, the words alone', async () => {
  const { port, writer } = await startWorld()
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (piece: string) => (text += piece))
  socket.write('GET / HTTP/1.0\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  writer.append('one ')
  writer.end('end')
  await once(socket, 'close')

  expect(text.split('\r\n\r\n')[1]).toBe('start one end')
})

test('an answer behind another one on the same connection waits for its turn', async () => {
  const { port, writer } = await startWorld()
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (piece: string) => (text += piece))
  const call = 'GET / HTTP/1.1\r\nHost: x\r\n'
  socket.write(`${call}\r\n${call}Connection: close\r\n\r\n`)
  await expect.poll(() => text).toContain('start ')
  writer.append('one ')
  writer.end('end')
  await once(socket, 'close')

  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(text.match(/one /g)).toHaveLength(2)
  expect(text.split('HTTP/1.1 200')[1]).toContain('end')
})

test('writes what comes within a tick at once', async () => {
  const { writer, ask } = await startWorld()
  const response = await ask()
  const pieces: string[] = []
  response.on('data', (piece: string) => pieces.push(piece))
  await once(response, 'data')

  writer.append('one ')
  writer.append('two ')
  writer.end('end')
  await once(response, 'end')

  expect(pieces.slice(1)).toEqual(['one two end'])
})

test('sends a comment while nothing comes', async () => {
  const { writer, ask } = await startWorld({ heartbeatMs: 5 })
  const response = await ask()
  const pieces: string[] = []
  response.on('data', (piece: string) => pieces.push(piece))
  await expect.poll(() => pieces.join('')).toContain(HEARTBEAT.repeat(2))

  writer.end('end')
  await once(response, 'end')

  expect(pieces.join('').replaceAll(HEARTBEAT, '')).toBe('start end')
})

test('holds little for a reader that does not read, and gives it all when it does (R19)', async () => {
  const { writer, ask, outgoing } = await startWorld()
  const response = await ask()
  for (let index = 0; index < EVENTS; index += 1) writer.append(EVENT)
  writer.end('end')
  const socket = outgoing().socket!
  await expect.poll(() => socket.writableNeedDrain).toBe(true)

  expect(socket.writableLength).toBeLessThan(HELD_MAX_BYTES)
  expect(await readAll(response)).toBe(`start ${EVENT.repeat(EVENTS)}end`)
})

test('writes nothing to a reader that left', async () => {
  const { writer, ask, outgoing } = await startWorld({ heartbeatMs: 5 })
  const response = await ask()
  await once(response, 'data')
  const closed = once(outgoing(), 'close')
  response.destroy()
  await closed
  const failures: unknown[] = []
  outgoing().on('error', (error) => failures.push(error))

  writer.append('late')
  writer.end('end')

  const other = await ask()
  expect(await readAll(other)).toBe('start lateend')
  expect(failures).toEqual([])
})

test('begins no answer to a caller that has left', async () => {
  const { port, outgoing, streams } = await startWorld({ isLate: true })
  const request = get({ port, host: '127.0.0.1' })
  request.on('error', () => {})
  await expect.poll(outgoing).toBeDefined()
  const closed = once(outgoing(), 'close')

  request.destroy()
  await closed
  const listening = outgoing().listenerCount('close')

  await expect.poll(() => streams.length).toBe(1)
  await nextTurn()
  // No listener waits for a past event.
  expect(outgoing().listenerCount('close')).toBe(listening)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { mountSmallVolume, NO_VOLUME } from '../../scripts/small-volume.ts'
import { createChatClient, rowText, userMessage } from '../testing/chat-client.ts'
import { signHostToken } from '../testing/published-cloud.ts'

const MIB = 1_048_576
const VOLUME_MIB = 24
const HOST_SECRET = 'a secret of the host page that is long enough'
const NO_FLOORS = { ALCOVE_MIN_FREE_MIB: '0', ALCOVE_MIN_FREE_MIB_ANONYMOUS: '0' }

type Call = (path: string, init?: RequestInit) => Promise<Response>

/** A server whose data folder is on a separate file system. */
async function startOnVolume({ skip }: TestContext, env: Readonly<Record<string, string>>) {
  const volume = mountSmallVolume(VOLUME_MIB)
  if (!volume) return skip(NO_VOLUME)
  onTestFinished(() => volume.remove())
  const alcove = await startAlcove({
    dataDir: join(volume.path, 'data'),
    env: { ALCOVE_MODEL: 'demo', ALCOVE_HOST_SECRET: HOST_SECRET, ...env },
  })
  onTestFinished(async () => void (await alcove.stop()))
  const origin = `http://127.0.0.1:${alcove.port}`
  const visitor = await createChatClient(origin)
  const token = await signHostToken(HOST_SECRET, 'ada')
  const named: Call = (path, init) =>
    fetch(`${origin}/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  return {
    volume,
    alcove,
    origin,
    visitor,
    named,
    incoming: join(volume.path, 'data/files/incoming'),
  }
}

const ask = (call: Call, bytes: number) =>
  call('/files/attachments/generate-presigned-upload-url', {
    method: 'POST',
    body: JSON.stringify({
      filename: 'note.txt',
      content_type: 'text/plain',
      content_length: bytes,
    }),
  })

async function addressFor(call: Call, bytes: number): Promise<string> {
  const answer = await ask(call, bytes)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { signedUrl: string }).signedUrl
}

const put = (url: string, bytes: number) =>
  fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: Buffer.alloc(bytes, 'x'),
  })

const REFUSAL = {
  error: 'unavailable',
  message:
    'The server has no room for files at the moment. Messages without files can still be sent.',
}

test('an upload that meets a full disk is refused in words, leaves nothing, and passes when there is room', async (context) => {
  const { volume, alcove, visitor, incoming } = await startOnVolume(context, NO_FLOORS)
  const url = await addressFor(visitor.call, 4 * MIB)
  volume.fill(2 * MIB)

  const refused = await put(url, 4 * MIB)

  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject(REFUSAL)
  expect(await readdir(incoming)).toEqual([])
  expect(volume.freeBytes()).toBe(2 * MIB)
  await expect.poll(() => alcove.output()).toContain('its disk or bucket is full')
  volume.clear()
  expect((await put(url, 4 * MIB)).status).toBe(200)
})

test('a sender that reads after the whole file gets the refusal, not a reset', async (context) => {
  const { volume, alcove, visitor } = await startOnVolume(context, NO_FLOORS)
  const bytes = 4 * MIB
  const { pathname, search, host } = new URL(await addressFor(visitor.call, bytes))
  volume.fill(0)
  const socket = connect(alcove.port, '127.0.0.1')
  await once(socket, 'connect')
  const errors: Error[] = []
  socket.on('error', (error) => errors.push(error))
  // Reads nothing meanwhile, as a browser.
  socket.pause()

  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n` +
      `content-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`,
  )
  // Slower than the 500 ms for which the server's library drains an unread body.
  const piece = Buffer.alloc(bytes / 8, 'x')
  for (let sent = 0; sent < bytes; sent += piece.length) {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
  }
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  await once(socket.resume(), 'close')

  expect(errors).toEqual([])
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain(REFUSAL.message)
})

test('a file inside of a call is refused in words on a full disk, and the same call without it is answered', async (context) => {
  const { volume, visitor } = await startOnVolume(context, NO_FLOORS)
  const url = `data:text/plain;base64,${Buffer.alloc(2 * MIB, 'x').toString('base64')}`
  const message = userMessage('Look at this')
  const parts = [
    { type: 'text', text: 'Look at this' },
    { type: 'file', url, mediaType: 'text/plain' },
  ]
  volume.fill(MIB)

  const refused = await visitor.chat({ thread: 'local-1', messages: [{ ...message, parts }] })

  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject(REFUSAL)
  const answer = await visitor.chat({ thread: 'local-1', messages: [message] })
  expect(answer.status).toBe(200)
  await answer.text()
  expect((await visitor.messages('local-1')).map(rowText)[0]).toBe('Look at this')
})

const FLOORS = { ALCOVE_MIN_FREE_MIB: '4', ALCOVE_MIN_FREE_MIB_ANONYMOUS: '8' }

test('below the higher floor visitors are refused and named users pass, below the lower one both; messages always go (R09)', async (context) => {
  const { volume, alcove, visitor, named } = await startOnVolume(context, FLOORS)
  const say = async (text: string) => {
    const answer = await visitor.chat({ thread: `local-${text}`, messages: [userMessage(text)] })
    expect(answer.status).toBe(200)
    await answer.text()
    expect((await visitor.messages(`local-${text}`)).map(rowText)[0]).toBe(text)
  }
  // With much free space, a visitor uploads.
  expect((await put(await addressFor(visitor.call, MIB), MIB)).status).toBe(200)
  const early = await addressFor(visitor.call, MIB)

  volume.fill(8 * MIB)
  // The disk is measured anew after each file.
  expect((await put(await addressFor(named, MIB), MIB)).status).toBe(200)
  expect(await (await ask(visitor.call, MIB)).json()).toMatchObject({
    ...REFUSAL,
    details: { reason: 'no_space' },
  })
  // The address is from before: space may shrink meanwhile.
  const late = await put(early, MIB)
  expect([late.status, await late.json()]).toMatchObject([503, REFUSAL])
  expect((await put(await addressFor(named, MIB), MIB)).status).toBe(200)
  await say('first')

  volume.fill(4 * MIB)
  await expect.poll(async () => (await ask(named, 1)).status).toBe(503)
  expect((await ask(visitor.call, MIB)).status).toBe(503)
  await say('second')

  await expect
    .poll(() => alcove.output().match(/visitors without a name can upload no more/g))
    .toHaveLength(1)
  await expect
    .poll(() => alcove.output().match(/uploads of all users are refused/g))
    .toHaveLength(1)
})

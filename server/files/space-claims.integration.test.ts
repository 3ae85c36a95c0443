import { expect, onTestFinished, test } from 'vitest'
import { createPdf } from '../../scripts/create-pdf.ts'
import { BASE, createFilesWorld } from '../testing/create-files-world.ts'
import type { FileOwner } from './files.ts'
import { createFreeSpace } from './free-space.ts'

const FLOOR = 1_000
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const owner = (kind: FileOwner['kind'], userId: string): FileOwner => ({
  projectId: 'shop',
  workspaceId: userId,
  userId,
  kind,
})
const ada = owner('host', 'ada')
const visitor = owner('anonymous', 'usr_anon_1')
const NO_SPACE = { code: 'unavailable', data: { reason: 'no_space' } }

/**
 * Files on a disk with so many free bytes above the floor of named users; the floor of visitors is twice as
 * high.
 */
async function open(room: number) {
  const disk = { room }
  const space = createFreeSpace({
    askFree: () => Promise.resolve(FLOOR + disk.room),
    floors: { named: FLOOR, unnamed: 2 * FLOOR },
    onFloor: () => {},
    now: () => world.clock.ms,
  })
  const world = await createFilesWorld({ space })
  onTestFinished(() => world.close())
  return { ...world, disk }
}

test('an address is given for a file that leaves the floor, and for none a byte larger', async () => {
  const { files } = await open(2_000)
  const ask = (who: FileOwner, contentLength: number) =>
    files.requestUpload(who, BASE, { filename: 'a.txt', contentType: 'text/plain', contentLength })

  await expect(ask(visitor, 1_001)).rejects.toMatchObject(NO_SPACE)
  await ask(visitor, 1_000)
  await expect(ask(ada, 2_001)).rejects.toMatchObject(NO_SPACE)
  await ask(ada, 2_000)
})

test('a file inside of a call, of a person or of an answer, is held to it, and holds nothing afterwards', async () => {
  const { files } = await open(10)
  const keep = (bytes: number) =>
    files.keep(ada, BASE, `data:text/plain;base64,${base64('x'.repeat(bytes))}`, 'a.txt')

  await expect(keep(11)).rejects.toMatchObject(NO_SPACE)
  await keep(10)
  await keep(10)
})

test('pages of a PDF are held to it: all of them, or none', async () => {
  const { files, store, disk, clock } = await open(1)
  const request = { blob: base64(createPdf(2)), address: '192.0.2.1', mayFetch: false }

  await expect(files.pdfToImages(ada, BASE, request)).rejects.toMatchObject(NO_SPACE)
  expect(await store.files.usedBytes(ada)).toBe(0)
  disk.room = 10_000_000
  clock.ms += 1_000
  expect(await files.pdfToImages(ada, BASE, request)).toHaveLength(2)
})

test('bytes that come are looked at again: room may have gone since the address was given', async () => {
  const { files, put, disk, clock } = await open(5)
  const upload = { filename: 'a.txt', contentType: 'text/plain', contentLength: 5 }
  const { signedUrl } = await files.requestUpload(ada, BASE, upload)
  const send = () => put(signedUrl, 'x'.repeat(5), { 'content-type': 'text/plain' })
  disk.room = 4
  clock.ms += 1_000

  const refused = await send()
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'unavailable' }])

  disk.room = 5
  clock.ms += 1_000
  expect((await send()).status).toBe(200)
})

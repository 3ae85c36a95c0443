import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inWords } from './no-space.ts'
import { incomingName, type DirectObjects } from './object-store.ts'
import { createRepeatError, createSizeError, receiveUpload } from './receive-upload.ts'
import { createS3Client, createStorageError, type S3Settings } from './s3-client.ts'
import { createSlots } from './slots.ts'

const INCOMING = incomingName('')
const SPOOL_PREFIX = 'alcove-upload-'
/** The type of uploads before inspection; they are never served. */
const UNKNOWN_TYPE = 'application/octet-stream'
/** Received files that are in memory at once while they are sent to the bucket. */
const SENDING_SLOTS = 2
const SENDING_WAITING_MAX = 64
const SENDING_WAIT_MS = 60_000

/** Objects in a bucket. */
export function createS3Store(settings: S3Settings, now: () => number): DirectObjects {
  const bucket = createS3Client(settings, now)
  const sending = createSlots(SENDING_SLOTS, SENDING_WAITING_MAX, SENDING_WAIT_MS)

  async function size(name: string): Promise<number | undefined> {
    const response = await bucket.call('HEAD', name)
    return response && Number(response.headers.get('Content-Length'))
  }

  async function put(name: string, bytes: Uint8Array, mediaType: string): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const headers = { 'Content-Type': mediaType, 'X-Amz-Content-Sha256': hash }
    // Without its bucket no object is stored.
    if (!(await bucket.call('PUT', name, headers, bytes))) throw createStorageError(404)
  }

  return {
    kind: 'direct',
    size,
    put,

    async get(name, maxBytes) {
      const response = await bucket.call('GET', name)
      return response && readLimited(response, maxBytes)
    },

    async remove(names) {
      let count = 0
      for (const name of names) {
        // S3 answers the same for an existing and for a missing object.
        if ((await size(name)) === undefined) continue
        await bucket.call('DELETE', name)
        count += 1
      }
      return count
    },

    async removeIncoming(before, isAwaited) {
      let count = 0
      for await (const { name, modifiedAt } of bucket.list(INCOMING)) {
        if (modifiedAt >= before) continue
        if (await isAwaited(name.slice(INCOMING.length))) continue
        await bucket.call('DELETE', name)
        count += 1
      }
      return count
    },

    async receive(key, body, maxBytes) {
      const name = incomingName(key)
      if ((await size(name)) !== undefined) throw createRepeatError()
      // On the disk until it is complete, so that slow uploads take no memory.
      const folder = await inWords(() => mkdtemp(join(tmpdir(), SPOOL_PREFIX)))
      try {
        const path = join(folder, key)
        const bytes = await receiveUpload(path, body, maxBytes)
        await sending.run(async () => put(name, await readFile(path), UNKNOWN_TYPE))
        return bytes
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    presignPut(name, { type, bytes }, seconds) {
      const length = { 'Content-Length': String(bytes) }
      const headers = type === null ? length : { 'Content-Type': type, ...length }
      return bucket.presign('PUT', name, { headers }, seconds)
    },

    presignGet(name, { type, disposition, cacheControl }, seconds) {
      const query = {
        'response-content-type': type,
        'response-content-disposition': disposition,
        'response-cache-control': cacheControl,
      }
      return bucket.presign('GET', name, { query }, seconds)
    },
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Limit: S3_TIMEOUT_MS of the call, its body included: "a try that hangs is given up after its limit".
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw createSizeError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

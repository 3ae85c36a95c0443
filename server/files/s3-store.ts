import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { amazonTime } from './amazon-time.ts'
import { listS3Objects } from './list-s3-objects.ts'
import { incomingName, type DirectObjects } from './object-store.ts'
import { createSlots } from './create-slots.ts'
import { createRepeatError, createSizeError, receiveUpload } from './receive-upload.ts'
import { createS3Request, createStorageError } from './s3-request.ts'

/** Where the objects are; names as in the settings `S3_BUCKET`, `S3_ENDPOINT` and so on. */
export interface S3Settings {
  readonly bucket: string
  /** An origin, for example `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const INCOMING = incomingName('')
const SPOOL_PREFIX = 'alcove-upload-'
/** Nobody looked at it yet, and nothing is served from there. */
const UNKNOWN_TYPE = 'application/octet-stream'
/** Received files that are in memory at once, on their way to the bucket. */
const SENDING_SLOTS = 2
const SENDING_WAITING_MAX = 64
const SENDING_WAIT_MS = 60_000

/** Objects in a bucket, addressed by path: `<endpoint>/<bucket>/<name>`. */
export function createS3Store(settings: S3Settings, now: () => number): DirectObjects {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const bucketUrl = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`
  const urlOf = (name: string) => `${bucketUrl}/${name}`
  const request = createS3Request(client, now)
  const sending = createSlots(SENDING_SLOTS, SENDING_WAITING_MAX, SENDING_WAIT_MS)

  async function presign(
    method: 'GET' | 'PUT',
    name: string,
    query: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
    seconds: number,
  ): Promise<string> {
    const url = new URL(urlOf(name))
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    url.searchParams.set('X-Amz-Expires', String(seconds))
    const aws = { signQuery: true, allHeaders: true, datetime: amazonTime(now()) }
    return (await client.sign(url.href, { method, headers, aws })).url
  }

  async function size(name: string): Promise<number | undefined> {
    const response = await request('HEAD', urlOf(name))
    if (response.status === 404) return undefined
    if (!response.ok) throw createStorageError(response.status)
    return Number(response.headers.get('Content-Length'))
  }

  async function put(name: string, bytes: Uint8Array, mediaType: string): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const headers = { 'Content-Type': mediaType, 'X-Amz-Content-Sha256': hash }
    const response = await request('PUT', urlOf(name), headers, bytes)
    if (!response.ok) throw createStorageError(response.status)
  }

  async function remove(name: string): Promise<void> {
    const response = await request('DELETE', urlOf(name))
    if (!response.ok && response.status !== 404) throw createStorageError(response.status)
  }

  return {
    kind: 'direct',
    size,
    put,

    async get(name, maxBytes) {
      const response = await request('GET', urlOf(name))
      if (response.status === 404) return undefined
      if (!response.ok) throw createStorageError(response.status)
      return readLimited(response, maxBytes)
    },

    async remove(names) {
      let count = 0
      for (const name of names) {
        // S3 says the same whether there was one or not.
        if ((await size(name)) === undefined) continue
        await remove(name)
        count += 1
      }
      return count
    },

    async removeIncoming(before, isAwaited) {
      let count = 0
      for await (const object of listS3Objects(request, bucketUrl, INCOMING)) {
        if (object.modifiedAt >= before) continue
        if (await isAwaited(object.name.slice(INCOMING.length))) continue
        await remove(object.name)
        count += 1
      }
      return count
    },

    async receive(key, body, maxBytes) {
      const name = incomingName(key)
      if ((await size(name)) !== undefined) throw createRepeatError()
      // On the disk until all of it is there: of uploads that take long, none is in memory.
      const folder = await mkdtemp(join(tmpdir(), SPOOL_PREFIX))
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
      const headers = {
        ...(type === null ? {} : { 'Content-Type': type }),
        'Content-Length': String(bytes),
      }
      return presign('PUT', name, {}, headers, seconds)
    },

    presignGet(name, { type, disposition, cacheControl }, seconds) {
      const query = {
        'response-content-type': type,
        'response-content-disposition': disposition,
        'response-cache-control': cacheControl,
      }
      return presign('GET', name, query, {}, seconds)
    },
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw createSizeError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

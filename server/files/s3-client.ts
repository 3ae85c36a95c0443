import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AlcoveError } from '../../shared/errors.ts'
import { createNoSpaceError } from './no-space.ts'

/** Limit of one attempt, its body included. */
export const S3_TIMEOUT_MS = 20_000
/** Retries after the first attempt, if the store was busy or did not answer. */
export const S3_RETRIES = 2
export const S3_RETRY_DELAY_MS = 100
const RETRY_FACTOR = 4
/** Maximum of a list's answer: a thousand names of at most a kilobyte. */
const LIST_MAX_BYTES = 4_194_304
/** A refusal has its code in its first characters. */
const REFUSAL_MAX_CHARACTERS = 4_096
const ENTRY = /<Contents>(.*?)<\/Contents>/gs

/** An S3 bucket, of Amazon or of a compatible store; names as in the settings `S3_BUCKET` and so on. */
export interface S3Settings {
  readonly bucket: string
  /** An origin, for example `https://s3.eu-central-1.amazonaws.com`; the bucket is the first part of the path. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type Headers = Readonly<Record<string, string>>

export interface ListedObject {
  readonly name: string
  readonly modifiedAt: Date
}

/** Signed calls to a bucket, addressed by path: `<endpoint>/<bucket>/<name>`. */
export interface S3Client {
  /**
   * Each call is idempotent, so each is retried. Undefined: the object is missing.
   *
   * @throws AlcoveError `unavailable` if the store refuses, or never answers.
   */
  call(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    name: string,
    headers?: Headers,
    body?: Uint8Array,
  ): Promise<Response | undefined>
  /** An address that permits its holder one call, for so many seconds. */
  presign(
    method: 'GET' | 'PUT',
    name: string,
    bound: { readonly query?: Headers; readonly headers?: Headers },
    seconds: number,
  ): Promise<string>
  /**
   * Objects whose names begin with `prefix`, page after page. Our names need no unescaping.
   *
   * @throws AlcoveError `unavailable`.
   */
  list(prefix: string): AsyncGenerator<ListedObject>
}

export function createS3Client(settings: S3Settings, now: () => number): S3Client {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const bucketUrl = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`
  const urlOf = (name: string) => `${bucketUrl}/${name}`

  async function request(method: string, url: string, headers: Headers = {}, body?: Uint8Array) {
    const attempt = async () => {
      const aws = { datetime: amazonTime(now()), allHeaders: true }
      const content = body && { body: Buffer.from(body) }
      const signed = await client.sign(url, { method, headers, aws, ...content })
      // Limit: S3_TIMEOUT_MS, "a try that hangs is given up after its limit".
      return fetch(signed, { signal: AbortSignal.timeout(S3_TIMEOUT_MS), redirect: 'error' })
    }
    const response = await persist(attempt)
    if (response.ok) return response
    if (response.status === 404) return undefined
    throw await readRefusal(response)
  }

  return {
    call: (method, name, headers, body) => request(method, urlOf(name), headers, body),

    async presign(method, name, { query = {}, headers = {} }, seconds) {
      const url = new URL(urlOf(name))
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const aws = { signQuery: true, allHeaders: true, datetime: amazonTime(now()) }
      return (await client.sign(url.href, { method, headers, aws })).url
    },

    async *list(prefix) {
      let token: string | undefined
      do {
        const url = new URL(bucketUrl)
        url.searchParams.set('list-type', '2')
        url.searchParams.set('prefix', prefix)
        if (token !== undefined) url.searchParams.set('continuation-token', token)
        const response = await request('GET', url.href)
        if (!response) throw createStorageError(404)
        const xml = (await response.text()).slice(0, LIST_MAX_BYTES)
        yield* readEntries(xml, prefix)
        token = readTag(xml, 'NextContinuationToken')
      } while (token !== undefined)
    },
  }
}

/** Retries busy and missing answers, and returns the last one. */
async function persist(attempt: () => Promise<Response>): Promise<Response> {
  for (let tried = 0; ; tried += 1) {
    // Not by `instanceof Response`: the HTTP server replaces the global class.
    const { response, error } = await attempt().then(
      (response) => ({ response, error: undefined }),
      (error: unknown) => ({ response: undefined, error }),
    )
    const isLast = tried === S3_RETRIES
    if (response) {
      if (isLast || (response.status < 500 && response.status !== 429)) return response
      await response.body?.cancel()
    } else if (isLast) {
      throw new AlcoveError('unavailable', 'The file store does not answer.', { cause: error })
    }
    await wait(S3_RETRY_DELAY_MS * RETRY_FACTOR ** tried)
  }
}

/** Codes of S3 stores for a full bucket, or a full disk below it: MinIO, Ceph, and compatible ones. */
const FULL_CODES: ReadonlySet<string> = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
])
const INSUFFICIENT_STORAGE = 507

async function readRefusal(response: Response): Promise<AlcoveError> {
  const { status } = response
  const xml = (await response.text().catch(() => '')).slice(0, REFUSAL_MAX_CHARACTERS)
  const code = readTag(xml, 'Code') ?? ''
  const error = createStorageError(status, code)
  return status === INSUFFICIENT_STORAGE || FULL_CODES.has(code) ? createNoSpaceError(error) : error
}

function* readEntries(xml: string, prefix: string): Generator<ListedObject> {
  for (const [, entry = ''] of xml.matchAll(ENTRY)) {
    const name = readTag(entry, 'Key')
    const modifiedAt = readTag(entry, 'LastModified')
    if (name?.startsWith(prefix) === true && modifiedAt !== undefined) {
      yield { name, modifiedAt: new Date(modifiedAt) }
    }
  }
}

function readTag(xml: string, tag: string): string | undefined {
  const start = xml.indexOf(`<${tag}>`)
  const end = xml.indexOf(`</${tag}>`, start)
  return start === -1 || end === -1 ? undefined : xml.slice(start + tag.length + 2, end)
}

/** A time as S3 signs it: `20261121T050000Z`. */
export const amazonTime = (ms: number): string =>
  new Date(ms).toISOString().replace(/[:-]|\.\d{3}/g, '')

export const createStorageError = (status: number, code = ''): AlcoveError =>
  new AlcoveError(
    'unavailable',
    `The file store answered with status ${status}${code === '' ? '' : ` (${code})`}.`,
  )

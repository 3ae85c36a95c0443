import { AlcoveError } from '../shared/errors.ts'

/** An S3 bucket, of Amazon's or of anybody who speaks the same. */
export interface ObjectStoreSettings {
  readonly bucket: string
  /** An origin; the bucket is the first part of the path. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const DEFAULT_REGION = 'us-east-1'
const BUCKET_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/**
 * `S3_BUCKET` and what belongs to it; undefined without a bucket.
 *
 * @throws AlcoveError `config_invalid`, naming the setting.
 */
export function readObjectStore(
  read: (name: string) => string | undefined,
): ObjectStoreSettings | undefined {
  const bucket = read('S3_BUCKET')
  if (bucket === undefined) return undefined
  if (!BUCKET_PATTERN.test(bucket)) throw createError('S3_BUCKET', 'the name of a bucket')
  const region = read('S3_REGION') ?? DEFAULT_REGION
  const endpoint = read('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === endpoint.replace(/\/$/, '')
  if (!isOrigin) throw createError('S3_ENDPOINT', 'an origin such as https://s3.example.com')
  const accessKeyId = needed('S3_ACCESS_KEY_ID')
  const secretAccessKey = needed('S3_SECRET_ACCESS_KEY')
  return { bucket, endpoint: url.origin, region, accessKeyId, secretAccessKey }

  function needed(name: string): string {
    const value = read(name)
    if (value === undefined) throw createError(name, 'a key, since S3_BUCKET is set')
    return value
  }
}

const createError = (name: string, expected: string): AlcoveError =>
  new AlcoveError('config_invalid', `${name} is missing or not right; expected ${expected}.`)

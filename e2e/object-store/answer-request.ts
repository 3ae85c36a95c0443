import { createHash } from 'node:crypto'
import { escapeXml, S3Error } from './s3-error.ts'
import type { SignedRequest } from './verify-signature.ts'

export interface StoredObject {
  readonly body: Buffer
  readonly type: string
  readonly modifiedAt: Date
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Bucket {
  readonly name: string
  readonly objects: Map<string, StoredObject>
  /** Names per page of a list. */
  readonly pageSize: number
}

const OVERRIDES = ['content-type', 'content-disposition', 'cache-control']

/** Answers an authorised request like S3. */
export function answerRequest(request: SignedRequest, bucket: Bucket, now: Date): Answer {
  const [, bucketName = '', ...parts] = decodeURIComponent(request.url.pathname).split('/')
  if (bucketName !== bucket.name) throw new S3Error(404, 'NoSuchBucket', 'There is no such bucket.')
  const name = parts.join('/')
  if (name === '') return listObjects(request, bucket)
  switch (request.method) {
    case 'PUT':
      return putObject(request, bucket, name, now)
    case 'GET':
    case 'HEAD':
      return getObject(request, bucket, name)
    case 'DELETE':
      bucket.objects.delete(name)
      return { status: 204 }
    default:
      throw new S3Error(405, 'MethodNotAllowed', 'Not here.')
  }
}

function putObject({ headers, body }: SignedRequest, bucket: Bucket, name: string, now: Date) {
  if (headers['content-length'] === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'A length is needed.')
  }
  const type = headers['content-type'] ?? 'binary/octet-stream'
  bucket.objects.set(name, { body, type, modifiedAt: now })
  return { status: 200, headers: { ETag: etagOf(body) } }
}

function getObject({ url }: SignedRequest, { objects }: Bucket, name: string): Answer {
  const object = objects.get(name)
  if (!object) throw new S3Error(404, 'NoSuchKey', 'There is no such object.')
  const headers: Record<string, string> = {
    'content-type': object.type,
    'content-length': String(object.body.length),
    'last-modified': object.modifiedAt.toUTCString(),
    etag: etagOf(object.body),
  }
  for (const header of OVERRIDES) {
    const value = url.searchParams.get(`response-${header}`)
    if (value !== null) headers[header] = value
  }
  return { status: 200, headers, body: object.body }
}

function listObjects({ method, url }: SignedRequest, { objects, pageSize }: Bucket): Answer {
  if (method !== 'GET' || url.searchParams.get('list-type') !== '2') {
    throw new S3Error(405, 'MethodNotAllowed', 'Only lists of version 2.')
  }
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('continuation-token') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
  const page = names.slice(0, pageSize)
  const entries = page.map((name) => {
    const { body, modifiedAt } = objects.get(name)!
    return `<Contents><Key>${escapeXml(name)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`
  })
  const isTruncated = names.length > page.length
  const token = isTruncated
    ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
    : ''
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${entries.join('')}${token}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml }
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

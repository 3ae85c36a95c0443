import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import type { ErrorBody } from '../../shared/wire/fields.ts'
import type { FileRow } from '../store/store.ts'
import { type Acceptance, isReady } from './accept-upload.ts'
import { fileHeaders } from './file-headers.ts'
import { ownerOf } from './file-quota.ts'
import type { FileParts } from './files.ts'
import { incomingName, keptName } from './object-store.ts'
import { BUSY_RETRY_SECONDS } from '../limits/busy-error.ts'
import {
  createRepeatError,
  createSizeError,
  drainUpload,
  UPLOAD_TIMEOUT_MS,
} from './receive-upload.ts'
import type { SignedUrls, UploadTerms } from './signed-urls.ts'
import { createUploadGate } from './upload-gate.ts'

/** @param address of the request, as `clientAddress` returns it. */
export type FileHandler = (request: Request, address: string) => Promise<Response>

/** Statuses of refusals for the caller. Other errors are left to the handler's caller. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  invalid_request: 400,
  forbidden: 403,
  not_found: 404,
  call_timeout: 408,
  conflict: 409,
  quota_exceeded: 409,
  too_large: 413,
  unsupported_media_type: 415,
  file_rejected: 422,
  rate_limited: 429,
  unavailable: 503,
}
const MS_PER_SECOND = 1_000
const METHODS = 'GET, HEAD, PUT, OPTIONS'
/** Any page may upload to an address that it was given; no cookie or token is involved. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After',
}
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'PUT',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
}

/**
 * The file origin: `/files/<key>?…` with a signature, and nothing else. If files have an origin of their own,
 * they are served only there, so that no file ever has the origin of the chat.
 */
export function createFileHandler(
  parts: FileParts,
  urls: SignedUrls,
  acceptance: Acceptance,
): FileHandler {
  const { rows, objects, space, filesOrigin } = parts
  const gate = createUploadGate(parts.onAddressFull)
  const host = filesOrigin === undefined ? undefined : new URL(filesOrigin).host

  async function answer(request: Request, url: URL, address: string): Promise<Response> {
    if (host !== undefined && url.host !== host) throw createNotFound()
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return read(request, url)
      case 'PUT':
        return upload(request, url, address)
      case 'OPTIONS':
        return new Response(null, { status: 204, headers: PREFLIGHT })
      default:
        return new Response(null, { status: 405, headers: { Allow: METHODS } })
    }
  }

  /** An address outlives its project's suspension, but opens nothing meanwhile. */
  async function findOpen(key: string, writes: boolean) {
    const row = await rows.findByKey(key)
    return row && (await parts.isOpen(row.scope.projectId, writes)) ? row : undefined
  }

  async function read({ method }: Request, url: URL): Promise<Response> {
    if (objects.kind !== 'served') throw createNotFound()
    const key = urls.verifyRead(url)
    if (key === undefined) throw createAddressError()
    const row = await findOpen(key, false)
    if (!row || !isReady(row)) throw createNotFound()
    const object = await objects.open(keptName(key))
    if (!object) {
      parts.onLost(row)
      throw createNotFound()
    }
    const headers = fileHeaders({ ...row, bytes: object.bytes }, filesOrigin !== undefined)
    if (method === 'GET') return new Response(object.body, { headers })
    await object.body.cancel()
    return new Response(null, { headers })
  }

  async function upload(request: Request, url: URL, address: string): Promise<Response> {
    const terms = urls.verifyUpload(url)
    if (!terms) throw createAddressError()
    checkHead(request.headers, terms)
    try {
      return await receive(request, terms, address)
    } catch (error) {
      // Most clients read the answer only after they have sent the whole body.
      await drainUpload(request.body)
      throw error
    }
  }

  async function receive(request: Request, terms: UploadTerms, address: string): Promise<Response> {
    const row = await findOpen(terms.key, true)
    if (!row) throw createNotFound()
    if (isReady(row)) throw createRepeatError()
    const { projectId, userId } = row.scope
    const user = JSON.stringify([projectId, userId])
    const isNamed = ownerOf(parts, row).kind === 'host'
    const upload = { key: row.key, user, ...(isNamed ? {} : { visitor: { projectId, address } }) }
    return gate.run(upload, () => keep(request, terms, row))
  }

  async function keep(request: Request, terms: UploadTerms, row: FileRow): Promise<Response> {
    const { key } = row
    await space.claim({
      key,
      kind: ownerOf(parts, row).kind,
      bytes: terms.bytes ?? announcedBytes(request.headers) ?? terms.maxBytes,
      seconds: UPLOAD_TIMEOUT_MS / MS_PER_SECOND,
      isComing: true,
    })
    try {
      return await takeIn(request, terms, row)
    } finally {
      space.release(key)
    }
  }

  async function takeIn(request: Request, terms: UploadTerms, row: FileRow): Promise<Response> {
    const maxBytes = terms.bytes ?? terms.maxBytes
    const bytes = await objects.receive(terms.key, request.body, maxBytes, (count) =>
      space.written(terms.key, count),
    )
    if (terms.bytes !== null && bytes !== terms.bytes) {
      await objects.remove([incomingName(terms.key)])
      throw createLengthError(terms.bytes)
    }
    await acceptance.ready(row)
    return Response.json({}, { headers: CORS })
  }

  return async (request, address) => {
    try {
      return await answer(request, new URL(request.url), address)
    } catch (error) {
      return refuse(error)
    }
  }
}

/** Answers with errors for the caller; throws others on. */
function refuse(error: unknown): Response {
  const status = error instanceof AlcoveError ? STATUSES[error.code] : undefined
  if (!(error instanceof AlcoveError) || status === undefined) throw error
  const body: ErrorBody = { error: error.code, message: error.message }
  const headers = new Headers({
    ...CORS,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  if (status === 429 || status === 503) headers.set('Retry-After', String(BUSY_RETRY_SECONDS))
  return Response.json(body, { status, headers })
}

/** Validates the headers, before any of the body is read. */
function checkHead(headers: Headers, { type, bytes, maxBytes }: UploadTerms) {
  const encoding = headers.get('Content-Encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new AlcoveError(
      'unsupported_media_type',
      'Send the file as it is, without Content-Encoding.',
    )
  }
  const given = headers.get('Content-Type') ?? ''
  if (type !== null && given.toLowerCase() !== type.toLowerCase()) {
    throw new AlcoveError('forbidden', `The address is for a file of type ${type}.`)
  }
  const length = announcedBytes(headers)
  if (length === undefined) return
  if (bytes !== null && length !== bytes) throw createLengthError(bytes)
  if (length > maxBytes) throw createSizeError(maxBytes)
}

function announcedBytes(headers: Headers): number | undefined {
  const length = headers.get('Content-Length')
  return length === null ? undefined : Number(length)
}

const createNotFound = (): AlcoveError => new AlcoveError('not_found', 'Not Found')

const createAddressError = (): AlcoveError =>
  new AlcoveError('forbidden', 'This address is not valid, or no longer; ask for a new one.')

const createLengthError = (bytes: number): AlcoveError =>
  new AlcoveError('forbidden', `The address is for a file of ${bytes} bytes.`)

import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { PROJECT } from './callers.ts'
import type { ContractState } from './contract-state.ts'
import {
  created,
  invalid,
  ok,
  readFields,
  readText,
  type Answer,
  type Exchange,
} from './exchange.ts'

const UPLOAD_MS = 900_000
const FILE_MAX_BYTES = 25 * 1_048_576
/** Types by extension, for callers that send none. */
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
}
const PRESIGN = 'files/attachments/generate-presigned-upload-url'
const PRESIGN_READ = 'files/attachments/generate-presigned-download-url'
const failure = (status: number, error: string): Answer => ({
  status,
  json: { success: false, error },
})

export interface FileRoutes {
  /** Answers calls of the API; `undefined` for other calls. */
  answer(exchange: Exchange): Answer | undefined
  /** The object store, which knows no users: a valid signature is enough. */
  store(method: string, url: URL, headers: Headers, body: Buffer): Answer & { file?: Buffer }
}

export function createFileRoutes(state: ContractState, origin: () => string): FileRoutes {
  const secret = randomBytes(32)
  const proofOf = (verb: string, key: string) =>
    createHmac('sha256', secret).update(`${verb} ${key}`).digest('hex')
  const urlOf = (key: string) => `${origin()}/store/${key}`
  const signed = (verb: string, key: string) => `${urlOf(key)}?proof=${proofOf(verb, key)}`
  const expiresAt = () => new Date(Date.now() + UPLOAD_MS).toISOString()

  function presign(body: unknown): Answer {
    const fields = readFields(body, ['filename', 'content_type', 'content_length'])
    const filename = readText(fields['filename'], 255)
    const size = fields['content_length'] ?? 0
    if (typeof size !== 'number' || size > FILE_MAX_BYTES) throw invalid()
    const type = fields['content_type'] ?? TYPES[extname(filename)]
    if (typeof type !== 'string' || !Object.values(TYPES).includes(type)) {
      return failure(
        400,
        'Unsupported attachment type. Send content_type, or use a filename with a supported extension.',
      )
    }
    const key = `attachments/${PROJECT}/${randomUUID()}${extname(filename)}`
    state.files.set(key, { type, body: null })
    return created({
      success: true,
      signedUrl: signed('PUT', key),
      expiresAt: expiresAt(),
      publicUrl: urlOf(key),
      key,
    })
  }

  function presignRead(body: unknown): Answer {
    const { key, url } = readFields(body, ['key', 'url'])
    if ((key === undefined) === (url === undefined)) throw invalid()
    const name = typeof key === 'string' ? key : String(url).replace(urlOf(''), '')
    if (!state.files.has(name)) return { status: 404, json: { error: 'Attachment not found' } }
    return ok({ signedUrl: signed('GET', name), expiresAt: expiresAt(), key: name })
  }

  function toImages(body: unknown): Answer {
    const { file_blob: blob, file_url: url } = readFields(body, ['file_blob', 'file_url'])
    const text = typeof blob === 'string' ? blob : ''
    if (text === '' && url === undefined) {
      return ok({ success: false, urls: [], message: 'No file provided' })
    }
    if (!text.startsWith('data:application/pdf;base64,')) {
      return ok({ success: false, urls: [], message: 'Failed to convert PDF: not a PDF' })
    }
    const urls = [`${origin()}/store/images/${randomUUID()}/page-1.png?proof=1`]
    return ok({ success: true, urls, message: 'PDF successfully converted to images' })
  }

  return {
    answer({ method, path, body }) {
      if (method !== 'POST') return undefined
      const name = path.join('/')
      if (name === PRESIGN) return presign(body)
      if (name === PRESIGN_READ) return presignRead(body)
      return name === 'files/pdf-to-images' ? toImages(body) : undefined
    },
    store(method, url, headers, body) {
      const key = decodeURIComponent(url.pathname.slice('/store/'.length))
      const file = state.files.get(key)
      const isProved = url.searchParams.get('proof') === proofOf(method, key)
      const isTyped = method === 'GET' || headers.get('content-type') === file?.type
      // A store accepts only its own signature; an additional token is refused as a mistake.
      if (!file || !isProved || !isTyped || headers.has('authorization')) {
        const xml = '<Error><Code>AccessDenied</Code></Error>'
        return { status: 403, headers: { 'content-type': 'application/xml' }, pieces: [xml] }
      }
      if (method === 'PUT') file.body = body
      const content = { 'content-type': file.type }
      return method === 'PUT'
        ? { status: 200 }
        : {
            status: file.body ? 200 : 404,
            headers: content,
            ...(file.body ? { file: file.body } : {}),
          }
    },
  }
}

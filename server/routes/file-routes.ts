import type { InferOutput } from 'valibot'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import {
  FILE_KEY,
  pdfImagesSchema,
  pdfToImagesBodySchema,
  presignDownloadBodySchema,
  presignedDownloadSchema,
  presignedUploadSchema,
  presignUploadBodySchema,
} from '../../shared/api/files.ts'
import type { Identity } from '../auth/identity.ts'
import type { Files, UploadRequest } from '../files/files.ts'
import type { Project } from '../projects/project.ts'
import type { FileRow } from '../store/store.ts'
import { requireStorable } from './find-row.ts'
import { route, type Route, type RouteContext } from './route.ts'

/** Maximum length of a key or stored URL that is looked up, in characters. */
const NAME_MAX = 4_096

export const fileRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/files/attachments/generate-presigned-upload-url',
    summary: 'Get an address that takes one file',
    access: 'user',
    body: presignUploadBodySchema,
    answers: { 201: presignedUploadSchema },
    errors: ['too_large', 'quota_exceeded', 'unsupported_media_type', 'unavailable'],
    count: (c, { limits }) => limits.takeUpload(c.var.identity),
    async handle(c, { body }, { files }) {
      const { identity, base } = c.var
      requireStorable({ filename: body.filename, content_type: body.content_type })
      const upload = await files.requestUpload(identity, base, readUpload(body))
      return c.json({ success: true, ...upload }, 201)
    },
  }),
  route({
    method: 'POST',
    path: '/files/attachments/generate-presigned-download-url',
    summary: 'Get an address that opens a file of the caller for some minutes',
    access: 'user',
    writes: false,
    body: presignDownloadBodySchema,
    answers: { 200: presignedDownloadSchema },
    errors: ['not_found', 'file_rejected'],
    async handle(c, { body: { key, url } }, { files }) {
      const file = await requireFile(c, files, key ?? url ?? '')
      return c.json(await files.presignRead(c.var.base, file))
    },
  }),
  route({
    method: 'GET',
    path: '/files/attachments/:key',
    params: { key: FILE_KEY },
    summary: 'Open a file of the caller by the address that messages store',
    access: 'user',
    answers: { 302: { mediaTypes: [], description: 'Goes on to an address that opens it' } },
    errors: ['not_found', 'file_rejected'],
    async handle(c, { params: { key } }, { files }) {
      const file = await requireFile(c, files, key)
      const { signedUrl } = await files.presignRead(c.var.base, file)
      return c.redirect(signedUrl, 302)
    },
  }),
  route({
    method: 'POST',
    path: '/files/pdf-to-images',
    summary: 'Turn the pages of a PDF into pictures; `success` says whether that worked',
    access: 'user',
    body: pdfToImagesBodySchema,
    bodyLimit: 'runBodyBytes',
    answers: { 200: pdfImagesSchema },
    errors: ['quota_exceeded', 'unavailable'],
    count: (c, { limits }) => limits.takeUpload(c.var.identity),
    async handle(c, { body: { file_blob: blob, file_url: url } }, { files }) {
      if (!blob && !url) return c.json(pdfFailure('No file provided'))
      // Bytes take precedence over an address: they are the caller's own copy.
      const pdf = blob ? { blob } : { url: url ?? '' }
      try {
        const { identity, base, address, project } = c.var
        const request = { ...pdf, address, mayFetch: mayFetch(project, identity) }
        const urls = await files.pdfToImages(identity, base, request, c.req.raw.signal)
        return c.json({
          success: true,
          urls,
          message: 'PDF successfully converted to images',
          keptSeconds: files.keptSeconds(identity.userId),
        })
      } catch (error) {
        if (!isUnreadable(error)) throw error
        return c.json(pdfFailure(error.message))
      }
    },
  }),
]

/** @throws AlcoveError `not_found`: the same answer for a missing file and for another user's. */
async function requireFile(c: RouteContext, files: Files, keyOrUrl: string): Promise<FileRow> {
  const isName = keyOrUrl.length <= NAME_MAX && !keyOrUrl.includes('\0')
  const file = isName ? await files.find(c.var.identity, keyOrUrl) : undefined
  if (file) return file
  throw new AlcoveError('not_found', THREAD_TEXTS.attachmentNotFound)
}

function readUpload(body: InferOutput<typeof presignUploadBodySchema>): UploadRequest {
  const { filename, content_type: contentType, content_length: contentLength } = body
  return {
    filename,
    ...(contentType === undefined ? {} : { contentType }),
    ...(contentLength === undefined ? {} : { contentLength }),
  }
}

/**
 * True if the server may fetch a PDF from an address for this caller: the request comes from the operator's
 * own network.
 */
function mayFetch({ pdfUrls }: Project, { kind, isServer = false }: Identity): boolean {
  switch (pdfUrls) {
    case 'server':
      return isServer
    case 'users':
      return kind === 'host'
    case 'everybody':
      return true
    default:
      return pdfUrls satisfies never
  }
}

/** The contract answers 200 for a valid call whose file is not valid. */
const pdfFailure = (message: string): InferOutput<typeof pdfImagesSchema> => ({
  success: false,
  urls: [],
  message,
})

function isUnreadable(error: unknown): error is AlcoveError {
  if (!(error instanceof AlcoveError)) return false
  return ['file_rejected', 'too_large', 'unsupported_media_type', 'not_found'].includes(error.code)
}

import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { Identity } from '../auth/identity.ts'
import type { Project } from '../projects/project.ts'
import { pdfImagesSchema, pdfToImagesBodySchema } from '../../shared/wire/files.ts'
import type { ApiParts } from './api-parts.ts'
import { route, type Route } from './route.ts'

export const createPdfRoutes = ({ files, limits }: ApiParts): readonly Route[] => [
  route({
    method: 'POST',
    path: '/files/pdf-to-images',
    summary: 'Turn the pages of a PDF into pictures; `success` says whether that worked',
    access: 'user',
    body: pdfToImagesBodySchema,
    bodyLimit: 'runBodyBytes',
    answers: { 200: pdfImagesSchema },
    errors: ['quota_exceeded', 'unavailable'],
    count: (c) => limits.takeUpload(c.var.identity),
    async handle(c, { body: { file_blob: blob, file_url: url } }) {
      if (!blob && !url) return c.json(failure('No file provided'))
      // The bytes win: they are what the caller has in hand.
      const pdf = blob ? { blob } : { url: url ?? '' }
      try {
        const { identity, base, address, project } = c.var
        const request = { ...pdf, address, mayFetch: mayFetch(project, identity) }
        const urls = await files.pdfToImages(identity, base, request, c.req.raw.signal)
        return c.json({ success: true, urls, message: 'PDF successfully converted to images' })
      } catch (error) {
        if (!isUnreadable(error)) throw error
        return c.json(failure(error.message))
      }
    },
  }),
]

/** A fetch goes out from the operator's own network. */
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

/** The contract answers 200 when the call was right and the file is not. */
const failure = (message: string): InferOutput<typeof pdfImagesSchema> => ({
  success: false,
  urls: [],
  message,
})

function isUnreadable(error: unknown): error is AlcoveError {
  if (!(error instanceof AlcoveError)) return false
  return ['file_rejected', 'too_large', 'unsupported_media_type', 'not_found'].includes(error.code)
}

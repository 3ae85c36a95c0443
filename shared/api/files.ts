import * as v from 'valibot'
import * as wire from '../wire/files.ts'
import { described, describedFields } from './described.ts'

/** The meaning of a file's key in every call. */
export const FILE_KEY = 'The stored file’s name. It opens nothing by itself.'
const SIGNED_URL = 'The address itself. Whoever has it may use it until expiresAt: needs no token.'
const EXPIRES_AT = 'When the address stops working.'
const KEPT_SECONDS =
  'How long the file is kept unless a message names it. Then it lives as long as the thread.'

export const presignUploadBodySchema = v.strictObject({
  filename: described(
    v.pipe(v.string(), v.minLength(1)),
    'The name that the file is kept and downloaded under.',
  ),
  content_type: described(
    v.optional(v.string()),
    'The file’s media type, for example application/pdf.',
  ),
  content_length: described(
    v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    'The file’s size in bytes. The address then takes exactly that many.',
  ),
})
export const presignedUploadSchema = describedFields(wire.presignedUploadSchema, {
  success: 'Whether it worked.',
  signedUrl: SIGNED_URL,
  expiresAt: EXPIRES_AT,
  publicUrl: 'What a message stores: it stays, and opens for those who may read the message.',
  key: FILE_KEY,
  keptSeconds: KEPT_SECONDS,
})

export const presignDownloadBodySchema = v.pipe(
  v.strictObject({
    key: described(v.optional(v.string()), FILE_KEY),
    url: described(v.optional(v.string()), 'The publicUrl that a message stores, in place of key.'),
  }),
  v.check(
    ({ key, url }) => (key === undefined) !== (url === undefined),
    'Expected exactly one of key and url.',
  ),
)
export const presignedDownloadSchema = describedFields(wire.presignedDownloadSchema, {
  signedUrl: SIGNED_URL,
  expiresAt: EXPIRES_AT,
  key: FILE_KEY,
})

export const pdfToImagesBodySchema = v.strictObject({
  file_blob: described(
    v.nullish(v.string()),
    'The PDF itself: a data URL, or base64 alone. Wins over file_url.',
  ),
  file_url: described(v.nullish(v.string()), 'The address of a stored file, or a public one.'),
})
/** An unreadable PDF is not a failed call: `success` is false, `message` has the reason. */
export const pdfImagesSchema = describedFields(wire.pdfImagesSchema, {
  success: 'Whether it worked.',
  urls: 'One picture for each page, in order.',
  message: 'Says why, where it did not work.',
  keptSeconds: KEPT_SECONDS,
})

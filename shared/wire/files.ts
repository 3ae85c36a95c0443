import * as v from 'valibot'

export const FILENAME_MAX_BYTES = 255

export const presignUploadBodySchema = v.strictObject({
  filename: v.pipe(v.string(), v.minLength(1)),
  content_type: v.optional(v.string()),
  /** Bytes. With it the address takes exactly so many. */
  content_length: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})
export const presignedUploadSchema = v.object({
  success: v.literal(true),
  /** Takes one PUT of the file, until `expiresAt`. */
  signedUrl: v.string(),
  expiresAt: v.string(),
  /** What messages store: it stays, and opens nothing by itself. */
  publicUrl: v.string(),
  key: v.string(),
  /** How long the file is kept unless a message names it. */
  keptSeconds: v.number(),
})

export const presignDownloadBodySchema = v.pipe(
  v.strictObject({
    key: v.optional(v.string()),
    url: v.optional(v.string()),
  }),
  v.check(
    ({ key, url }) => (key === undefined) !== (url === undefined),
    'Expected exactly one of key and url.',
  ),
)
export const presignedDownloadSchema = v.object({
  signedUrl: v.string(),
  expiresAt: v.string(),
  key: v.string(),
})

export const pdfToImagesBodySchema = v.strictObject({
  /** A data URL, or base64 alone. */
  file_blob: v.nullish(v.string()),
  /** An address of ours (a stored file), or a public one. */
  file_url: v.nullish(v.string()),
})
/** A PDF that cannot be read is no failure of the call: `success` is false, `message` says why. */
export const pdfImagesSchema = v.object({
  success: v.boolean(),
  urls: v.array(v.string()),
  message: v.string(),
  /** How long the pictures are kept unless a message names them. Absent without pictures. */
  keptSeconds: v.optional(v.number()),
})

/** The `details` of a refused message that names files which are not there. */
export const missingFilesSchema = v.object({
  /** As the message names them. */
  missingFiles: v.array(v.string()),
})
export type MissingFiles = v.InferOutput<typeof missingFilesSchema>

import * as v from 'valibot'

export const FILENAME_MAX_BYTES = 255

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

export const presignedDownloadSchema = v.object({
  signedUrl: v.string(),
  expiresAt: v.string(),
  key: v.string(),
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

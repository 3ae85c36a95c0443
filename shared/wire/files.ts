import * as v from 'valibot'

export const FILENAME_MAX_BYTES = 255

export const presignedUploadSchema = v.object({
  success: v.literal(true),
  /** Accepts one PUT of the file, until `expiresAt`. */
  signedUrl: v.string(),
  expiresAt: v.string(),
  /** The address that messages store: it never changes, and opens nothing by itself. */
  publicUrl: v.string(),
  key: v.string(),
  /** Time until the file is removed, unless a message refers to it. */
  keptSeconds: v.number(),
})

export const presignedDownloadSchema = v.object({
  signedUrl: v.string(),
  expiresAt: v.string(),
  key: v.string(),
})

/** An unreadable PDF is not a failed call: `success` is false, `message` has the reason. */
export const pdfImagesSchema = v.object({
  success: v.boolean(),
  urls: v.array(v.string()),
  message: v.string(),
  /** Time until the images are removed, unless a message refers to them. Absent without images. */
  keptSeconds: v.optional(v.number()),
})

/** The `details` of a message that was refused because of missing files. */
export const missingFilesSchema = v.object({
  /** As in the message. */
  missingFiles: v.array(v.string()),
})
export type MissingFiles = v.InferOutput<typeof missingFilesSchema>

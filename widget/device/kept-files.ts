import { attachmentType, isAttachment, type Attachment } from '../../shared/thread/attachment.ts'

/** An upload, as stored on this device. */
export interface KeptUpload extends Attachment {
  /**
   * Milliseconds since 1970 by this device's clock, after which the server may drop the upload. 0: not uploaded.
   * Absent: the upload does not expire, or its server did not say when.
   */
  readonly endsAt?: number
  /** The file as picked, for another upload. Absent: this device has none. */
  readonly copy?: File
}

/** A file of a draft or of a message: as picked, or its upload. */
export type KeptFile = File | KeptUpload

/** Reads a row that another version may have written. Returns `undefined` for an unreadable one. */
export function readKeptFile(value: unknown): KeptFile | undefined {
  if (value instanceof File) return value
  if (!isAttachment(value)) return undefined
  const { endsAt, copy } = value as { readonly [Field in keyof KeptUpload]?: unknown }
  return {
    ...toAttachment(value),
    ...(typeof endsAt === 'number' ? { endsAt } : {}),
    ...(copy instanceof File ? { copy } : {}),
  }
}

/** True for uploads, false for files that are only here. */
export const isUploaded = (file: KeptFile): file is KeptUpload => !(file instanceof File)

/** Returns the picked file, if this device has it. */
export const copyOf = (file: KeptFile): File | undefined =>
  file instanceof File ? file : file.copy

/** True if the server may have dropped the upload. */
export const hasEnded = ({ endsAt }: Pick<KeptUpload, 'endsAt'>, now: number): boolean =>
  endsAt !== undefined && endsAt <= now

/** True if neither the server nor this device has the file, so that the person has to choose it again. */
export const isLost = (file: KeptFile): boolean =>
  isUploaded(file) && hasEnded(file, 0) && !file.copy

/** Returns the attachment as messages name it. */
export const toAttachment = ({
  id,
  type,
  name,
  contentType,
  url,
  size,
}: Attachment): Attachment => ({ id, type, name, contentType, url, size })

/** A dummy address that opens nothing and belongs to no server. */
const NO_URL = 'blob:'

/** Returns the file without its bytes: its upload, or only its name. */
export function withoutCopy(file: KeptFile): KeptUpload {
  if (!(file instanceof File)) {
    const { copy: _, ...upload } = file
    return upload
  }
  const { name, type: contentType, size } = file
  const type = attachmentType(contentType)
  return { id: name, type, name, contentType, url: NO_URL, size, endsAt: 0 }
}

/** Bytes that the file takes on the device. */
export const keptBytes = (file: KeptFile): number => copyOf(file)?.size ?? 0

export const sumBytes = (files: readonly KeptFile[]): number =>
  files.reduce((sum, file) => sum + keptBytes(file), 0)

/** Compares uploads by their addresses, and other files by identity. */
export const areSameFiles = (before: readonly KeptFile[], after: readonly KeptFile[]): boolean =>
  before.length === after.length &&
  before.every((file, index) => {
    const other = after[index]!
    return urlOf(file) === urlOf(other) && (isUploaded(file) || file === other)
  })

const urlOf = (file: KeptFile): string | undefined => (isUploaded(file) ? file.url : undefined)

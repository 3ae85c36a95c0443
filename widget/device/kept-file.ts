import { isAttachment, type Attachment } from '../../shared/thread/attachment.ts'

/** A file of a draft or of a message: as it was picked, or what the server has of it. */
export type KeptFile = File | Attachment

export const isKeptFile = (value: unknown): value is KeptFile =>
  value instanceof File || isAttachment(value)

/** Bytes that it takes on the device. */
export const keptBytes = (file: KeptFile): number => (file instanceof File ? file.size : 0)

export const sumBytes = (files: readonly KeptFile[]): number =>
  files.reduce((sum, file) => sum + keptBytes(file), 0)

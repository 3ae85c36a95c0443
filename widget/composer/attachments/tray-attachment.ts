import type { Attachment } from '../../../shared/thread/attachment.ts'
import { hasEnded, type KeptFile, type KeptUpload } from '../../device/kept-files.ts'

/** How far a file of the composer is (specification, section 4). */
export type AttachmentStatus =
  /** `progress`: from 0 up to 1. */
  | { readonly type: 'running'; readonly reason: 'uploading'; readonly progress: number }
  /** Uploaded: it goes out with the message. */
  | { readonly type: 'requires-action'; readonly reason: 'composer-send' }
  | { readonly type: 'complete' }
  | { readonly type: 'incomplete'; readonly reason: 'error'; readonly message: string }
  /** The upload has ended, and this device has no copy: the person has to choose the file again. */
  | { readonly type: 'incomplete'; readonly reason: 'lost' }

/** Whether the pages of a PDF can go out as images in its place. */
export type PagesState =
  | { readonly type: 'offered' }
  | { readonly type: 'making' }
  /** The PDF is what it was. */
  | { readonly type: 'failed'; readonly message: string }

/** A file that a person gave to the composer. */
export interface TrayAttachment {
  /** Of this tray only. */
  readonly id: string
  readonly type: Attachment['type']
  readonly name: string
  /** As the browser says; empty when it does not know. */
  readonly contentType: string
  /** Bytes; 0 when nobody knows. */
  readonly size: number
  readonly status: AttachmentStatus
  /** The picked file. Absent for files of older messages, pages of a PDF, and uploads without a copy. */
  readonly file?: File
  /** What the server has of it; absent while it is only here. */
  readonly stored?: KeptUpload | undefined
  /** Shows the image. */
  readonly previewUrl?: string
  /** No model can read it: it is sent with its name alone. Absent: not known, or it can be read. */
  readonly isUnread?: true
  /** Absent for what has no pages. */
  readonly pages?: PagesState
}

export const READY: AttachmentStatus = { type: 'requires-action', reason: 'composer-send' }
export const COMPLETE: AttachmentStatus = { type: 'complete' }
export const LOST: AttachmentStatus = { type: 'incomplete', reason: 'lost' }

export const uploading = (progress: number): AttachmentStatus => ({
  type: 'running',
  reason: 'uploading',
  progress,
})

export const failed = (error: unknown): AttachmentStatus => ({
  type: 'incomplete',
  reason: 'error',
  message: messageOf(error),
})

export const isBusy = ({ status, pages }: TrayAttachment): boolean =>
  status.type === 'running' || pages?.type === 'making'

export const isLostItem = ({ status }: TrayAttachment): boolean =>
  status.type === 'incomplete' && status.reason === 'lost'

/** Tells uploads that the server may have dropped. */
export const isEnded = ({ stored }: TrayAttachment, now: number): boolean =>
  stored !== undefined && hasEnded(stored, now)

/** The part that this device keeps: the file, its upload, or both. */
export function keptOf({ file, stored }: TrayAttachment): KeptFile | undefined {
  if (!file || !stored) return stored ?? file
  // A copy is of use only beside an upload that ends.
  return stored.endsAt === undefined ? file : { ...stored, copy: file }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'

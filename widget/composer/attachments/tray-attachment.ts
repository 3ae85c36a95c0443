import type { Attachment } from '../../../shared/thread/attachment.ts'
import { hasEnded, type KeptFile, type KeptUpload } from '../../device/kept-files.ts'

/** Progress of a file in the composer (specification, section 4). */
export type AttachmentStatus =
  /** `progress`: from 0 up to 1. */
  | { readonly type: 'running'; readonly reason: 'uploading'; readonly progress: number }
  /** Uploaded, and sent with the message. */
  | { readonly type: 'requires-action'; readonly reason: 'composer-send' }
  | { readonly type: 'complete' }
  | { readonly type: 'incomplete'; readonly reason: 'error'; readonly message: string }
  /** The upload expired and this device has no copy: the person has to choose the file again. */
  | { readonly type: 'incomplete'; readonly reason: 'lost' }

/** State of replacing a PDF by images of its pages. */
export type PagesState =
  | { readonly type: 'offered' }
  | { readonly type: 'making' }
  /** The PDF is unchanged. */
  | { readonly type: 'failed'; readonly message: string }

/** A file in the composer. */
export interface TrayAttachment {
  /** Unique in this tray. */
  readonly id: string
  readonly type: Attachment['type']
  readonly name: string
  /** As reported by the browser; empty if unknown. */
  readonly contentType: string
  /** Bytes; 0 if unknown. */
  readonly size: number
  readonly status: AttachmentStatus
  /** The picked file. Absent for files of older messages, pages of a PDF, and uploads without a copy. */
  readonly file?: File
  /** The server's copy; absent while the file is only here. */
  readonly stored?: KeptUpload | undefined
  /** URL of the image. */
  readonly previewUrl?: string
  /** The assistant cannot read the file: only its name is sent. Absent: unknown, or readable. */
  readonly isUnread?: true
  /** Absent for files without pages. */
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

/** True for uploads that the server may have removed. */
export const isEnded = ({ stored }: TrayAttachment, now: number): boolean =>
  stored !== undefined && hasEnded(stored, now)

/** The form that this device stores: the file, its upload, or both. */
export function keptOf({ file, stored }: TrayAttachment): KeptFile | undefined {
  if (!file || !stored) return stored ?? file
  // A local copy only helps beside an upload that expires.
  return stored.endsAt === undefined ? file : { ...stored, copy: file }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'

import type { Attachment } from '../../../shared/thread/attachment.ts'
import type { AttachmentStatus, TrayAttachment } from './tray-attachment.ts'

export interface AddedFile {
  readonly id: string
  readonly file: File
  /** Told each status, first to last. */
  readonly tell: (status: AttachmentStatus) => void
}

/** Where files go: to a server ahead of the message, or with it. */
export interface AttachmentAdapter {
  /** What may be picked, as an `accept` attribute says it; `*`: anything. */
  readonly accept: string
  /** A file whose type the browser does not know is taken: the server goes by its name. */
  readonly takesUnknown?: boolean
  /** Makes a file ready to be sent; again, after it failed. Never throws. */
  add(added: AddedFile): void
  /** Ends what is under way for a file, and forgets it. */
  remove(id: string): void
  /**
   * What goes out with the message.
   *
   * @throws AlcoveError `send_failed`: it was not uploaded.
   */
  send(attachment: TrayAttachment): Promise<Attachment>
  /**
   * The pages of a PDF that was uploaded, as images. Absent where nobody can make them.
   *
   * @throws AlcoveError `file_rejected`, or a failed call's.
   */
  pages?(attachment: TrayAttachment): Promise<readonly Attachment[]>
}

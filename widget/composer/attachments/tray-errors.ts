import { AlcoveError } from '../../../shared/errors.ts'
import type { FileLimits } from '../../../shared/thread/file-limits.ts'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import type { TrayAttachment } from './tray-attachment.ts'

/** A file that keeps its message from going. */
export const notUploaded = ({ name }: TrayAttachment): AlcoveError =>
  new AlcoveError('send_failed', THREAD_TEXTS.attachmentNotUploaded, { data: { name } })

/** A PDF whose pages do not fit into a message. */
export const tooManyPages = (count: number, { filesPerMessage }: FileLimits): AlcoveError =>
  new AlcoveError(
    'too_large',
    `It has ${count} pages, and a message takes ${filesPerMessage} files.`,
  )

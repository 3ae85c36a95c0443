import { AlcoveError } from '../../../shared/errors.ts'
import type { FileLimits } from '../../../shared/thread/file-limits.ts'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import type { TrayAttachment } from './tray-attachment.ts'

/** Error for a file that blocks its message. */
export const notUploaded = ({ name }: TrayAttachment): AlcoveError =>
  new AlcoveError('send_failed', THREAD_TEXTS.attachmentNotUploaded, { data: { name } })

/** Error for a PDF with more pages than a message can hold. */
export const tooManyPages = (count: number, { filesPerMessage }: FileLimits): AlcoveError =>
  new AlcoveError(
    'too_large',
    `It has ${count} pages, and a message takes ${filesPerMessage} files.`,
  )

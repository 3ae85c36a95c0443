import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'

/**
 * How an attachment is shown (specification, section 2). Stored rows may say anything.
 *
 * @throws AlcoveError `invalid_request`.
 */
export function attachmentView(type: string): Attachment['type'] {
  if (type === 'image' || type === 'document' || type === 'file') return type
  throw new AlcoveError('invalid_request', ERROR_TEXTS.unknownAttachmentType(type))
}

import { useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { reportFileAtom } from './atoms/file-address.ts'
import './attachments.css'
import { FileChip } from './file-chip.tsx'
import { ImageThumbnail } from './image-thumbnail.tsx'

/** The files of a message: images as pictures, others by name. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useI18n()
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label={t('attachment.list')}>
      {attachments.map((attachment, index) => (
        <li key={`${index} ${attachment.id}`} className="attachment">
          <AttachmentView attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

/** A single attachment. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
  const report = useSetAtom(reportFileAtom)
  const [view, error] = readView(attachment)

  useEffect(() => {
    if (error !== null) report(error)
  }, [error, report])

  if (view === 'image') return <ImageThumbnail image={attachment} />
  return <FileChip file={{ ...attachment, type: view }} />
}

/** Shows attachments of unknown types as files. */
function readView({ type }: Attachment): readonly [Attachment['type'], string | null] {
  try {
    return [attachmentView(type), null]
  } catch (error) {
    return ['file', error instanceof Error ? error.message : null]
  }
}

/**
 * Chooses the view of an attachment (specification, section 2). Stored rows may have any type.
 *
 * @throws AlcoveError `invalid_request`.
 */
export function attachmentView(type: string): Attachment['type'] {
  if (type === 'image' || type === 'document' || type === 'file') return type
  throw new AlcoveError('invalid_request', THREAD_TEXTS.unknownAttachmentType(type))
}

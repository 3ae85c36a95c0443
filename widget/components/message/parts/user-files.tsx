import Paperclip from 'lucide-react/icons/paperclip'
import { Suspense } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { Message, MessagePart } from '../../../../shared/thread/message.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { AttachmentNames } from '../../attachments/attachment-names.tsx'

const AttachmentList = lazyPart(
  async () => (await import('../../attachments/attachment-list.tsx')).AttachmentList,
)

/** Files of a user's message: attachments as what they are, parts of older forms by name. */
export function UserFiles({ message }: { message: Message }) {
  const { t } = useI18n()
  const { attachments = [], content } = message
  const parts = content.filter(
    (part) => part.type === 'file' || part.type === 'image' || part.type === 'audio',
  )

  return (
    <>
      {attachments.length > 0 && (
        <Suspense fallback={<AttachmentNames attachments={attachments} />}>
          <AttachmentList attachments={attachments} />
        </Suspense>
      )}
      {parts.length > 0 && (
        <ul className="chips" data-ui>
          {parts.map((part, index) => (
            <li key={index} className="chip">
              <Paperclip />
              <bdi>{nameOf(part) ?? t('message.attachment')}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A sound has no name of its own. */
const nameOf = (part: MessagePart): string | undefined =>
  'filename' in part ? part.filename : undefined

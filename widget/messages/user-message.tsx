import { useAtomValue } from 'jotai/react'
import { Paperclip } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import {
  messageText,
  readMarks,
  type Message,
  type MessagePart,
} from '../../shared/thread/message.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { editAtom } from './atoms/edit.ts'
import { queuedAtom } from '../conversation/atoms/queued.ts'
import { readPlainDirection } from '../markdown/text-direction.ts'
import { AttachmentList } from '../files/attachment-list.tsx'
import { MessageActions } from './actions/message-actions.tsx'
import { EditView } from './edit-view.tsx'
import { NotSent } from './failures/not-sent.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const LinkedText = lazyPart(async () => (await import('../markdown/linked-text.tsx')).LinkedText)

export interface UserMessageProps {
  message: Message
  isLast: boolean
}

/** The user's text exactly as typed, never rendered as markdown; while edited, a field with it. */
export function UserMessage({ message, isLast }: UserMessageProps) {
  const edit = useAtomValue(useMemo(() => editAtom(message.id), [message.id]))
  const { t } = useI18n()
  const queued = useAtomValue(useMemo(() => queuedAtom(message.id), [message.id]))

  return (
    <div className="user-turn">
      {edit === null ? <Words message={message} /> : <EditView message={message} edit={edit} />}
      {readMarks(message.metadata.custom).sentBy && (
        <small className="by-page">{t('message.byPage')}</small>
      )}
      <NotSent id={message.id} queued={queued} />
      {queued === null && <MessageActions message={message} isLast={isLast} />}
    </div>
  )
}

/** The text, then files: attachments by their kind, parts of older formats by name. */
function Words({ message }: { message: Message }) {
  const { t } = useI18n()
  const { attachments = [], content } = message
  const text = messageText(message)
  const parts = content.filter(
    (part) => part.type === 'file' || part.type === 'image' || part.type === 'audio',
  )

  return (
    <>
      {text !== '' && (
        <p className="slip plain-text" dir={readPlainDirection(text)}>
          <Suspense fallback={text}>
            <LinkedText text={text} />
          </Suspense>
        </p>
      )}
      <AttachmentList attachments={attachments} />
      {parts.length > 0 && (
        <ul className="chips" data-ui>
          {parts.map((part, index) => (
            <li key={index} className="chip">
              <Paperclip />
              <bdi translate="no">{nameOf(part) ?? t('message.attachment')}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A sound has no name. */
const nameOf = (part: MessagePart): string | undefined =>
  'filename' in part ? part.filename : undefined

import { ChevronLeft, ChevronRight, StickyNote, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { Conversation, DeskMessage } from '../../../shared/desk/conversations.ts'
import { Disclosure } from '../../../widget/ui/disclosure.tsx'
import { IconButton } from '../../../widget/ui/icon-button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { JsonText } from '../../ui/json-text.tsx'
import { MarkedWords } from '../../ui/marked-words.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import { FixLines } from './fix-lines.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageParts } from './message-parts.tsx'
import { Notes } from './notes.tsx'

export interface MessageViewProps {
  conversation: Conversation
  message: DeskMessage
  /** Ids of all versions of the message. */
  versions: readonly string[]
  /** The address names it. */
  isWanted: boolean
  onVersion: (id: string) => void
}

/** A question or an answer, with what belongs to it. */
export function MessageView(props: MessageViewProps) {
  const { conversation, message, versions, isWanted, onVersion } = props
  const { t } = useI18n()
  const { may } = usePage()
  const headingId = useId()
  const { role, rating, shared, facts } = message
  const [isNoting, setIsNoting] = useState(false)
  const hasNotes = conversation.notes.some(({ messageId }) => messageId === message.id)

  return (
    <article
      id={`message-${message.id}`}
      className="message"
      data-role={role}
      data-wanted={isWanted || undefined}
      tabIndex={-1}
      aria-labelledby={headingId}
    >
      <div className="message-head">
        <MessageHeading id={headingId} message={message} />
        {versions.length > 1 && (
          <Versions current={message.id} versions={versions} onVersion={onVersion} />
        )}
        {may('editor') && !hasNotes && !isNoting && (
          <IconButton
            className="note-button"
            label={t('notes.aboutMessage')}
            onClick={() => setIsNoting(true)}
          >
            <StickyNote />
          </IconButton>
        )}
      </div>
      <div className="message-slip">
        <MessageParts parts={message.parts} isAnswer={role === 'assistant'} />
      </div>
      {shared !== null && (
        <Disclosure
          summary={
            <>
              <ChevronRight className="fold-sign" aria-hidden="true" data-flip />
              {t('thread.shared')}
            </>
          }
        >
          <JsonText text={shared} />
        </Disclosure>
      )}
      {facts && <AnswerFacts facts={facts} />}
      {rating && (
        <p className="message-rating" data-rating={rating.type}>
          {rating.type === 'good' ? (
            <ThumbsUp aria-hidden="true" />
          ) : (
            <ThumbsDown aria-hidden="true" />
          )}
          <span>
            {t(`thread.rated.${rating.type}`)}
            {rating.comment && (
              <q>
                <MarkedWords words={rating.comment} />
              </q>
            )}
          </span>
        </p>
      )}
      <FixLines conversation={conversation} message={message} />
      <MessageActions conversation={conversation} message={message} />
      {(hasNotes || isNoting) && (
        <Notes conversation={conversation} messageId={message.id} isFresh={isNoting} />
      )}
    </article>
  )
}

function MessageHeading({ id, message }: { id: string; message: DeskMessage }) {
  const { t } = useI18n()
  const { format } = usePage()
  const { role, at, facts } = message
  const time = format.dateTime(at)
  const words =
    role === 'user'
      ? t('thread.question', { time })
      : role === 'system'
        ? t('thread.system', { time })
        : t('thread.answer', {
            name: facts?.assistant ?? t('column.assistant'),
            time,
          })
  return (
    <h2 id={id} className="message-heading">
      {words}
    </h2>
  )
}

interface VersionsProps {
  current: string
  versions: readonly string[]
  onVersion: (id: string) => void
}

function Versions({ current, versions, onVersion }: VersionsProps) {
  const { t } = useI18n()
  const index = versions.indexOf(current)
  function move(step: 1 | -1): void {
    const next = versions[index + step]
    if (next !== undefined) onVersion(next)
  }
  return (
    <div className="versions" role="group" aria-label={t('thread.branches')}>
      <IconButton
        label={t('thread.previousBranch')}
        aria-disabled={index === 0 || undefined}
        onClick={() => move(-1)}
      >
        <ChevronLeft data-flip />
      </IconButton>
      <span>{t('thread.branch', { n: index + 1, count: versions.length })}</span>
      <IconButton
        label={t('thread.nextBranch')}
        aria-disabled={index === versions.length - 1 || undefined}
        onClick={() => move(1)}
      >
        <ChevronRight data-flip />
      </IconButton>
    </div>
  )
}

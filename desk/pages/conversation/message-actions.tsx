import { Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { canBeMended, needsMending } from '../../mend/mended-answer.ts'
import { usePage } from '../../session/session-context.tsx'
import { MendPanel } from './mend-panel.tsx'
import type { MessageProps } from './message-props.ts'
import { WhyPanel } from './why-panel.tsx'

/**
 * Buttons below a message. Mending a bad answer stands first in this row: the person has just read why it is as it
 * is.
 */
export function MessageActions({ conversation, message }: MessageProps) {
  const { t } = useI18n()
  const { may } = usePage()
  const [isMending, setIsMending] = useState(false)
  const [isWhyOpen, setIsWhyOpen] = useState(false)
  const [mendId, whyId] = [useId(), useId()]
  const mayMend = may('editor') && canBeMended(conversation, message)
  const hasWhy = message.facts?.hasWhy === true
  if (!mayMend && !hasWhy) return null
  return (
    <>
      <div className="message-actions">
        {mayMend && (
          <button
            type="button"
            className={needsMending(message) ? 'solid-button' : 'outline-button'}
            aria-expanded={isMending}
            aria-controls={isMending ? mendId : undefined}
            onClick={() => setIsMending(!isMending)}
          >
            <Wrench aria-hidden="true" />
            {t('mend.button')}
          </button>
        )}
        {hasWhy && (
          <button
            type="button"
            className="outline-button"
            aria-expanded={isWhyOpen}
            aria-controls={isWhyOpen ? whyId : undefined}
            onClick={() => setIsWhyOpen(!isWhyOpen)}
          >
            {t('why.button')}
          </button>
        )}
      </div>
      {isWhyOpen && (
        <WhyPanel
          id={whyId}
          thread={conversation.row.id}
          message={message.id}
          isUnmasked={!conversation.isMasked}
        />
      )}
      {isMending && <MendPanel id={mendId} conversation={conversation} message={message} />}
    </>
  )
}

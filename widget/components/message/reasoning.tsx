import { ChevronRight } from 'lucide-react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { formatDuration } from '../../i18n/format-duration.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { ReasoningPart } from '../../../shared/thread/message.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

export interface ReasoningProps {
  parts: readonly ReasoningPart[]
  /** The assistant is still thinking. */
  isOpen: boolean
  /** Milliseconds, where the message knows them. */
  durationMs: JsonValue | undefined
}

/** What the assistant thought, folded to one line. It opens for the user only. */
export function Reasoning({ parts, isOpen, durationMs }: ReasoningProps) {
  const { t, locale } = useI18n()

  function summary(): string {
    if (isOpen) return t('message.thinking')
    if (typeof durationMs !== 'number') return t('message.thought')
    return t('message.thoughtFor', { duration: formatDuration(locale, durationMs) })
  }

  return (
    <Disclosure
      className="reasoning"
      summary={
        <>
          <ChevronRight className="chevron" data-flip />
          {summary()}
        </>
      }
    >
      {parts.map((part, index) => (
        <p key={index} className="plain-text" dir="auto">
          {part.text}
        </p>
      ))}
    </Disclosure>
  )
}

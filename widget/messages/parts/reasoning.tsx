import { ChevronRight } from 'lucide-react'
import { createContext, use } from 'react'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { ReasoningPart } from '../../../shared/thread/message.ts'
import { formatDuration } from '../../i18n/format-units.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

/** True if the last lines of running reasoning are shown. Default false. */
export const ReasoningPreviewContext = createContext(false)

/** Longer reasoning can also be folded from its end. */
const LONG_CHARACTERS = 600

export interface ReasoningProps {
  parts: readonly ReasoningPart[]
  /** The assistant is still reasoning. */
  isOpen: boolean
  /** Milliseconds, if the message has them. */
  durationMs: number | undefined
}

/** The assistant's reasoning, folded to one line. Only the user opens it. */
export function Reasoning({ parts, isOpen, durationMs }: ReasoningProps) {
  const { t, locale } = useI18n()
  const hasPreview = use(ReasoningPreviewContext) && isOpen
  const lastText = parts.at(-1)?.text ?? ''
  const length = parts.reduce((sum, part) => sum + part.text.length, 0)

  function summary(): string {
    if (isOpen) return t('message.thinking')
    if (durationMs === undefined) return t('message.thought')
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
      closeLabel={length > LONG_CHARACTERS ? t('tool.hide') : undefined}
      preview={
        hasPreview && (
          // Hidden from screen readers, which would speak every change.
          <p className="reasoning-preview" dir={readPlainDirection(lastText)} aria-hidden>
            <span>{lastText.trimEnd()}</span>
          </p>
        )
      }
    >
      {parts.map((part, index) => (
        <p key={index} className="plain-text" dir={readPlainDirection(part.text)}>
          {markInvisible(part.text)}
        </p>
      ))}
    </Disclosure>
  )
}

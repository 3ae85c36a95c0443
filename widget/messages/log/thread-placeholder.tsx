import { useAtomValue } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { lookAtom } from '../../world/look.ts'
import { isReadOnlyAtom } from '../../conversation/atoms/thread.ts'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { SuggestionList } from '../suggestions/suggestion-list.tsx'

const SUGGESTIONS = ['thread.suggestion1', 'thread.suggestion2', 'thread.suggestion3'] as const

/** Greeting and suggestions; empty if messages cannot be sent. */
export function EmptyState() {
  const { t } = useI18n()
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const { prompts = SUGGESTIONS.map((key) => ({ label: t(key), prompt: t(key) })), hint } =
    useAtomValue(lookAtom)
  if (isReadOnly) return null
  const greeting = t('thread.greeting')
  const greetingHint = t('thread.greetingHint')

  return (
    <div className="empty-state">
      <span className="empty-dot" aria-hidden />
      <h2 className="greeting own-words" dir={readPlainDirection(greeting)}>
        {greeting}
      </h2>
      {(prompts.length > 0 || hint) && (
        <p className="greeting-hint own-words" dir={readPlainDirection(greetingHint)}>
          {greetingHint}
        </p>
      )}
      {prompts.length > 0 && <SuggestionList suggestions={prompts} />}
    </div>
  )
}

const LINES = ['own', 'long', 'long', 'short', 'own', 'long', 'short'] as const

/** Placeholder in the shape of a conversation, with a single status instead of one per line. */
export function HistorySkeleton() {
  const { t } = useI18n()
  return (
    <div className="skeleton" role="status" translate="no">
      <LoadingText text={t('thread.loading')} />
      {LINES.map((shape, index) => (
        <span key={index} className="skeleton-line" data-shape={shape} aria-hidden />
      ))}
    </div>
  )
}

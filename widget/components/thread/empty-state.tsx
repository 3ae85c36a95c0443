import { useAtomValue, useSetAtom } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { sendTextAtom } from '../../state/composer.ts'
import { requestFocusAtom } from '../../state/drafts.ts'
import { isReadOnlyAtom } from '../../state/thread.ts'

const SUGGESTIONS = ['thread.suggestion1', 'thread.suggestion2', 'thread.suggestion3'] as const

/** A greeting, and questions that one press asks; nothing where nobody may ask. */
export function EmptyState() {
  const { t } = useI18n()
  const sendText = useSetAtom(sendTextAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  if (isReadOnly) return null

  async function ask(text: string): Promise<void> {
    // The suggestions leave with the first message.
    if (await sendText(text)) requestFocus()
  }

  return (
    <div className="empty-state">
      <span className="empty-dot" aria-hidden />
      <h2 className="greeting">{t('thread.greeting')}</h2>
      <p className="greeting-hint">{t('thread.greetingHint')}</p>
      <ul className="suggestions" aria-label={t('thread.suggestions')}>
        {SUGGESTIONS.map((key) => (
          <li key={key}>
            <button type="button" className="suggestion" onClick={() => void ask(t(key))}>
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

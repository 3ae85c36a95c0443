import { useSetAtom } from 'jotai/react'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import './suggestion-list.css'

export interface Suggestion {
  readonly label: string
  /** The message that a press sends. */
  readonly prompt: string
}

/** Messages that a press sends. A message that was sent removes the list, so the focus moves to the field. */
export function SuggestionList({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const { t } = useI18n()
  const sendText = useSetAtom(sendTextAtom)
  const requestFocus = useSetAtom(requestFocusAtom)

  async function ask(text: string): Promise<void> {
    if (await sendText(text)) requestFocus()
  }

  return (
    <ul className="suggestions" aria-label={t('thread.suggestions')}>
      {suggestions.map(({ label, prompt }) => (
        <li key={label}>
          <button
            type="button"
            className="suggestion own-words"
            dir={readPlainDirection(label)}
            onClick={() => void ask(prompt)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

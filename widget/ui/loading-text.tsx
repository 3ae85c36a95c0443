import { useI18n } from '../i18n/i18n-context.tsx'
import { useIsSlow } from './use-is-slow.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * Text of a loading status: the content's name, for people who do not see its shape, and later, for all, that it
 * takes longer. Placed in a status, which announces each of the two once.
 */
export function LoadingText({ text }: { text: string }) {
  const { t } = useI18n()
  return useIsSlow() ? (
    <p className="loading-text">{t('message.slow')}</p>
  ) : (
    <VisuallyHidden>{text}</VisuallyHidden>
  )
}

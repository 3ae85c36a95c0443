import { useI18n } from '../i18n/i18n-context.tsx'
import { useIsSlow } from './use-is-slow.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * What the status of something that loads says: what loads, to those who do not see its shape, and to
 * everybody that it takes longer. Stands in a status, which speaks each of the two once.
 */
export function LoadingText({ text }: { text: string }) {
  const { t } = useI18n()
  return useIsSlow() ? (
    <p className="loading-text">{t('message.slow')}</p>
  ) : (
    <VisuallyHidden>{text}</VisuallyHidden>
  )
}

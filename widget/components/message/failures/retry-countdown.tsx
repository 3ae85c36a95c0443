import { useI18n } from '../../../i18n/i18n-context.tsx'
import { formatCountdown } from './format-countdown.ts'
import { useAnnounceOnce } from '../use-announce-once.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * When another try makes sense, counted down. It is said once and is no live region: that would
 * speak each second.
 */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const { t, locale } = useI18n()
  const left = useCountdown(seconds) ?? 0
  useAnnounceOnce(t('error.retryIn', { time: formatCountdown(locale, left) }), true)
  return left === 0
    ? t('error.retryNow')
    : t('error.retryIn', { time: formatCountdown(locale, left) })
}

import { useI18n } from '../../../i18n/i18n-context.tsx'
import { formatCountdown } from './format-countdown.ts'
import { useAnnounceOnce } from '../use-announce-once.ts'
import { useCountdown } from './use-countdown.ts'

export interface CountdownProps {
  seconds: number
}

/** When another try makes sense, counted down. */
export function CountdownText({ seconds }: CountdownProps) {
  const { t, locale } = useI18n()
  const left = useCountdown(seconds) ?? 0
  return left === 0
    ? t('error.retryNow')
    : t('error.retryIn', { time: formatCountdown(locale, left) })
}

/** The same, said once. It is no live region: that would speak each second. */
export function RetryCountdown({ seconds }: CountdownProps) {
  const { t, locale } = useI18n()
  const time = formatCountdown(locale, Math.ceil(seconds))
  useAnnounceOnce(t('error.retryIn', { time }), true)
  return <CountdownText seconds={seconds} />
}

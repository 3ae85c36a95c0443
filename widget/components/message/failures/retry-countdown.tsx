import { useI18n } from '../../../i18n/i18n-context.tsx'
import { formatCountdown } from './format-countdown.ts'
import { useAnnounceOnce } from '../use-announce-once.ts'
import { useCountdown } from './use-countdown.ts'

export interface CountdownProps {
  seconds: number
  /** What is said while it counts; default: that too much was sent at once. */
  text?: 'error.retryIn' | 'error.modelRetryIn'
}

/** When another try makes sense, counted down. */
export function CountdownText({ seconds, text = 'error.retryIn' }: CountdownProps) {
  const { t, locale } = useI18n()
  const left = useCountdown(seconds) ?? 0
  return left === 0 ? t('error.retryNow') : t(text, { time: formatCountdown(locale, left) })
}

/** The same, said once. It is no live region: that would speak each second. */
export function RetryCountdown({ seconds, text = 'error.retryIn' }: CountdownProps) {
  const { t, locale } = useI18n()
  const time = formatCountdown(locale, Math.ceil(seconds))
  useAnnounceOnce(t(text, { time }), true)
  return <CountdownText seconds={seconds} text={text} />
}

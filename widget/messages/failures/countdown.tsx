import { useEffect, useState } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAnnounceOnce } from '../../ui/use-announce-once.tsx'

const SECOND_MS = 1000

/**
 * Remaining whole seconds, down to 0, counted from the first rendering. Reads the clock each time, since background
 * tabs are woken rarely. `null` without a duration.
 */
export function useCountdown(totalSeconds: number | undefined): number | null {
  const [endsAt] = useState(() => performance.now() + (totalSeconds ?? 0) * SECOND_MS)
  const [left, setLeft] = useState(totalSeconds === undefined ? null : Math.ceil(totalSeconds))
  const isOver = left === null || left <= 0

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => {
      setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / SECOND_MS)))
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [isOver, endsAt])

  return left
}

interface CountdownProps {
  seconds: number
  /** Text of the countdown. Default: too many messages were sent. */
  text?: 'error.retryIn' | 'error.modelRetryIn'
}

/** Countdown to the time when a retry makes sense. */
export function CountdownText({ seconds, text = 'error.retryIn' }: CountdownProps) {
  const { t, locale } = useI18n()
  const left = useCountdown(seconds) ?? 0
  return (
    <span translate="no">
      {left === 0 ? t('error.retryNow') : t(text, { time: formatCountdown(locale, left) })}
    </span>
  )
}

/** The same as a separate line. Not a live region, which would speak every second. */
export function RetryCountdown({
  seconds,
  text = 'error.retryIn',
  isNews = true,
}: CountdownProps & { isNews?: boolean }) {
  const { t, locale } = useI18n()
  const time = formatCountdown(locale, Math.ceil(seconds))
  useAnnounceOnce(t(text, { time }), isNews)
  return <CountdownText seconds={seconds} text={text} />
}

/** The same to a time, in ms since 1970. */
export function CountdownTo({ endsAt, isNews }: { endsAt: number; isNews: boolean }) {
  const [seconds] = useState(() => Math.max(0, endsAt - Date.now()) / SECOND_MS)
  return <RetryCountdown seconds={seconds} isNews={isNews && seconds > 0} />
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** Remaining time, as "2:00:00", "1:05" or, within the last minute, "42s". */
export function formatCountdown(locale: string, seconds: number): string {
  const hours = Math.floor(seconds / HOUR_SECONDS)
  const minutes = Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)
  const rest = seconds % MINUTE_SECONDS
  const write = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, options).format(value)
  const writeTwo = (value: number) => write(value, { minimumIntegerDigits: 2 })
  if (hours > 0) return `${write(hours)}:${writeTwo(minutes)}:${writeTwo(rest)}`
  if (minutes > 0) return `${write(minutes)}:${writeTwo(rest)}`
  return write(rest, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
}

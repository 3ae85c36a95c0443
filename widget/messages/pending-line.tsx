import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { formatCountdown, useCountdown } from './failures/countdown.tsx'
import { useAnnounceOnce } from './use-announce-once.tsx'

/** An answer of which nothing came for so long is said to take longer. */
export const ANSWER_SLOW_AFTER_MS = 10_000

export interface PendingLineProps {
  /** The model is asked again in so many seconds. */
  waitSeconds?: number | undefined
}

/** Stands where the first word of an answer will, and says what it waits for. */
export function PendingLine({ waitSeconds }: PendingLineProps) {
  const { t, locale } = useI18n()
  const [isSlow, setIsSlow] = useState(false)
  const isWaiting = waitSeconds !== undefined
  const time = formatCountdown(locale, Math.ceil(waitSeconds ?? 0))
  // Each word of the server sets the countdown right; only the first one is news.
  useAnnounceOnce(t('message.retriesIn', { time }), isWaiting)

  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), ANSWER_SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <p className="pending-line">
      {isWaiting ? (
        <WaitText key={waitSeconds} seconds={waitSeconds} />
      ) : (
        // That it is slow is announced where the run is told of.
        t(isSlow ? 'message.slow' : 'message.thinking')
      )}
    </p>
  )
}

function WaitText({ seconds }: { seconds: number }) {
  const { t, locale } = useI18n()
  const left = useCountdown(seconds) ?? 0
  return left === 0
    ? t('message.thinking')
    : t('message.retriesIn', { time: formatCountdown(locale, left) })
}

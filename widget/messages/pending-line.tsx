import { useI18n } from '../i18n/i18n-context.tsx'
import { useIsSlow } from '../ui/use-is-slow.tsx'
import { formatCountdown, useCountdown } from './failures/countdown.tsx'
import { useAnnounceOnce } from '../ui/use-announce-once.tsx'

export interface PendingLineProps {
  /** The model is asked again in so many seconds. */
  waitSeconds?: number | undefined
}

/** Stands where the first word of an answer will, and says what it waits for. */
export function PendingLine({ waitSeconds }: PendingLineProps) {
  const { t, locale } = useI18n()
  const isSlow = useIsSlow()
  const isWaiting = waitSeconds !== undefined
  const time = formatCountdown(locale, Math.ceil(waitSeconds ?? 0))
  // Each word of the server sets the countdown right; only the first one is news.
  useAnnounceOnce(t('message.retriesIn', { time }), isWaiting)

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

import { useI18n } from '../i18n/i18n-context.tsx'
import { useIsSlow } from '../ui/use-is-slow.tsx'
import { formatCountdown, useCountdown } from './failures/countdown.tsx'
import { useAnnounceOnce } from '../ui/use-announce-once.tsx'

export interface PendingLineProps {
  /** Seconds until the model is asked again. */
  waitSeconds?: number | undefined
  /** True while the model may still be starting. */
  isStarting?: boolean | undefined
}

/** Takes the place of an answer's first word, and says what it waits for. */
export function PendingLine({ waitSeconds, isStarting = false }: PendingLineProps) {
  const { t, locale } = useI18n()
  const isSlow = useIsSlow()
  const isWaiting = waitSeconds !== undefined
  const time = formatCountdown(locale, Math.ceil(waitSeconds ?? 0))
  // Each update of the server corrects the countdown; only the first is announced.
  useAnnounceOnce(t('message.retriesIn', { time }), isWaiting)

  return (
    <p className="pending-line">
      {isWaiting ? (
        <WaitText key={waitSeconds} seconds={waitSeconds} />
      ) : (
        // The narration of the run announces these.
        t(isStarting ? 'message.starting' : isSlow ? 'message.slow' : 'message.thinking')
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

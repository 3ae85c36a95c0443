import { useI18n } from '../../i18n/i18n-context.tsx'

export interface ProgressRingProps {
  label: string
  /** From 0 up to 1. Absent: nobody knows. */
  share?: number
}

const RADIUS = 7
const LENGTH = 100

/** How far something is: a ring, and the same in numbers for who does not see it. */
export function ProgressRing({ label, share }: ProgressRingProps) {
  const { locale } = useI18n()
  const percent = share === undefined ? undefined : Math.round(share * LENGTH)
  return (
    <span
      role="progressbar"
      className="progress-ring"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={LENGTH}
      aria-valuenow={percent}
      aria-valuetext={share === undefined ? undefined : formatShare(locale, share)}
      data-state={share === undefined ? 'unknown' : 'known'}
    >
      <svg viewBox="0 0 18 18" aria-hidden>
        <circle className="progress-track" cx="9" cy="9" r={RADIUS} />
        <circle
          className="progress-done"
          cx="9"
          cy="9"
          r={RADIUS}
          pathLength={LENGTH}
          strokeDasharray={`${percent ?? LENGTH / 4} ${LENGTH}`}
        />
      </svg>
    </span>
  )
}

export const formatShare = (locale: string, share: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.round(share * LENGTH) / LENGTH)

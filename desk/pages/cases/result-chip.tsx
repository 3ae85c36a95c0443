import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { CaseSide } from '../../../shared/desk/case-runs.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSession } from '../../session/session-context.tsx'
import type { SideCounts } from './results.ts'
import './result-chip.css'

export interface ResultChipProps {
  /** Absent: the case was not asked there yet. */
  counts: Pick<SideCounts, 'passed' | 'failed' | 'isPast'> | undefined
  /** Named in the chip. Absent: its place tells the side. */
  side?: CaseSide
}

/** Whether a case passed, in words and with a sign; with several attempts, how many did. */
export function ResultChip({ counts, side }: ResultChipProps) {
  const { t } = useI18n()
  const { format } = useSession()
  const { passed, failed } = counts ?? { passed: 0, failed: 0 }
  const all = passed + failed
  const isPast = counts?.isPast === true
  const [Icon, tone] =
    all === 0
      ? [CircleDashed, undefined]
      : failed > 0
        ? [CircleX, 'bad' as const]
        : [CircleCheck, 'good' as const]
  const result =
    all === 0
      ? t('cases.notAsked')
      : all > 1
        ? t('cases.passedOf', { passed: format.number(passed), all: format.number(all) })
        : t(failed > 0 ? 'cases.failed' : 'cases.passed')
  return (
    <span className="report-chip result-chip" data-tone={isPast ? undefined : tone}>
      <Icon aria-hidden="true" />
      <span>
        {side && `${t(`cases.sideLabel.${isPast ? 'past' : side}`)} `}
        {result}
      </span>
    </span>
  )
}

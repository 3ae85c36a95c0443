import type { Usage } from '../../shared/desk/reports.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session-context.tsx'
import './budget-meter.css'

export interface BudgetMeterProps {
  label: string
  used: number
  limit: number
  unit: Usage['budgets'][number]['unit']
  isNear: boolean
}

/** How much of a budget is used. */
export function BudgetMeter({ label, used, limit, unit, isNear }: BudgetMeterProps) {
  const { t } = useI18n()
  const { format } = useSession()
  const textOf = unit === 'money' ? format.money : format.number
  const share = limit > 0 ? used / limit : 1
  return (
    <div className="budget-meter" data-near={isNear || undefined}>
      <div className="budget-head">
        <span>{label}</span>
        <span className="budget-figures">
          {t(`budget.${unit}`, { used: textOf(used), limit: textOf(limit) })}
        </span>
      </div>
      <meter
        className="budget-bar"
        min={0}
        max={1}
        high={0.8}
        value={Math.min(1, share)}
        aria-label={label}
        aria-valuetext={format.percent(share)}
      >
        {format.percent(share)}
      </meter>
      {isNear && (
        <span className="budget-warning">
          {t(share >= 1 ? 'budget.used' : 'budget.near', { share: format.percent(share) })}
        </span>
      )}
    </div>
  )
}

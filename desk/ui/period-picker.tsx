import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session-context.tsx'
import { lastDays, lengthOf, PERIOD_DAYS, readPeriod, todayIn } from './period.ts'
import type { Period } from './period.ts'
import { useNow } from './use-now.tsx'
import './period-picker.css'

const OWN = 'own'

/** The period in the address, and how to change it. */
export function usePeriod(): { period: Period; today: string; choose: (period: Period) => void } {
  const { session } = useSession()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { from?: string; to?: string }
  const now = useNow()
  const today = todayIn(session.timeZone, now)
  return {
    period: readPeriod(search, today),
    today,
    choose: ({ from, to }) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, from, to }),
      }),
  }
}

/** Chooses the days of a report; they stand in the address. */
export function PeriodPicker() {
  const { t } = useI18n()
  const { period, today, choose } = usePeriod()
  const [isOwn, setIsOwn] = useState(false)
  const length = isOwn ? null : lengthOf(period, today)

  function handleLength(value: string): void {
    setIsOwn(value === OWN)
    if (value !== OWN) choose(lastDays(today, Number(value)))
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { from, to } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
      'from' | 'to',
      string
    >
    choose({ from, to })
    setIsOwn(false)
  }

  return (
    <div className="period-picker">
      <select
        className="select-field"
        aria-label={t('period.label')}
        value={length ?? OWN}
        onChange={({ target }) => handleLength(target.value)}
      >
        {PERIOD_DAYS.map((days) => (
          <option key={days} value={days}>
            {t(`period.${days}`)}
          </option>
        ))}
        <option value={OWN}>{t('period.own')}</option>
      </select>
      {length === null && (
        <form key={`${period.from} ${period.to}`} className="period-form" onSubmit={handleSubmit}>
          <label>
            {t('period.from')}
            <input
              className="text-field"
              type="date"
              name="from"
              required
              max={today}
              defaultValue={period.from}
            />
          </label>
          <label>
            {t('period.to')}
            <input
              className="text-field"
              type="date"
              name="to"
              required
              max={today}
              defaultValue={period.to}
            />
          </label>
          <button type="submit" className="outline-button">
            {t('period.apply')}
          </button>
        </form>
      )}
    </div>
  )
}

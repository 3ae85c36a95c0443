import { useAtomValue } from 'jotai/react'
import { memo, useMemo } from 'react'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../../ui/use-today.tsx'

/** Between what was seen and what came meanwhile. */
export function NewMark() {
  const { t } = useI18n()
  return (
    <div className="log-mark new-mark" data-ui>
      <span>{t('message.new')}</span>
    </div>
  )
}

export interface DayMarkProps {
  createdAt: string
  /** The message before it; `undefined`: it is the first one. */
  previousId: string | undefined
}

/** Says on which day the conversation goes on, where that is another one than before: at its start, than today. */
export const DayMark = memo(function DayMark({ createdAt, previousId = NOBODY }: DayMarkProps) {
  const { t, locale } = useI18n()
  const today = useToday()
  const previous = useAtomValue(useMemo(() => messageAtom(previousId), [previousId]))
  const day = dayOf(createdAt)
  const before = previousId === NOBODY ? today : dayOf(previous?.createdAt)
  if (day === null || before === null || day === before) return null
  return (
    <div className="log-mark" data-ui>
      <time dateTime={dateOf(day)}>{describeDay(day)}</time>
    </div>
  )

  function describeDay(time: number): string {
    const days = Math.round((today - time) / DAY_MS)
    if (days === 0) return t('threads.today')
    if (days === 1) return t('threads.yesterday')
    const isThisYear = new Date(time).getFullYear() === new Date(today).getFullYear()
    return new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
    }).format(time)
  }
})

/** A day may have 23 hours, or 25. */
const DAY_MS = 24 * 60 * 60_000

/** No message has this id. */
const NOBODY = ''

/** When the day of a message began here; `null` where nobody knows. */
function dayOf(createdAt = ''): number | null {
  const time = Date.parse(createdAt)
  return Number.isNaN(time) ? null : startOfDay(time)
}

function dateOf(time: number): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

import { useAtomValue } from 'jotai/react'
import { memo, useMemo } from 'react'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../../ui/use-today.tsx'

/** Separator between seen and new messages. */
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
  /** The previous message; `undefined`: this message is the first. */
  previousId: string | undefined
}

/** Shows the day of a message if it differs from the previous message's day, or, at the start, from today. */
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

/** A day may have 23 or 25 hours. */
const DAY_MS = 24 * 60 * 60_000

/** An id that matches no message. */
const NOBODY = ''

/** The start of a message's day in local time; `null` if unknown. */
function dayOf(createdAt = ''): number | null {
  const time = Date.parse(createdAt)
  return Number.isNaN(time) ? null : startOfDay(time)
}

function dateOf(time: number): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

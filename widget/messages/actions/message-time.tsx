import { useDeferredValue } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../../ui/use-today.tsx'

/** When a message was written: of today the time, else the day as well. The whole date is its title. */
export function MessageTime({ createdAt }: { createdAt: string }) {
  const { locale } = useI18n()
  const today = useToday()
  // Nobody rests on a message in the task that draws it, which one's own press may be.
  const isDrawn = useDeferredValue(true, false)
  const time = Date.parse(createdAt)
  if (Number.isNaN(time)) return null
  const write = (style: keyof typeof STYLES) => formatOf(style, locale, today).format(time)
  return (
    <time
      className="message-time"
      dateTime={createdAt}
      title={isDrawn ? write('exact') : undefined}
    >
      {write(startOfDay(time) === today ? 'time' : 'day')}
    </time>
  )
}

const STYLES = {
  exact: { dateStyle: 'full', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'short', hour: 'numeric', minute: 'numeric' },
} as const

/** To make one takes longer than to draw a message. Whoever travels has another today, and others. */
const formats: Record<string, Intl.DateTimeFormat> = {}

const formatOf = (style: keyof typeof STYLES, locale: string, today: number) =>
  (formats[style + locale + today] ??= new Intl.DateTimeFormat(locale, STYLES[style]))

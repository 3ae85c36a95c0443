import { useDeferredValue } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../../ui/use-today.tsx'

/** Time of a message: today only the time, otherwise with the day. The title is the full date. */
export function MessageTime({ createdAt }: { createdAt: string }) {
  const { locale } = useI18n()
  const today = useToday()
  // The tooltip needs no format in the task that draws a message, so formatting is deferred.
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

/** Cached: creating a format takes longer than drawing a message. In another time zone `today` differs. */
const formats: Record<string, Intl.DateTimeFormat> = {}

const formatOf = (style: keyof typeof STYLES, locale: string, today: number) =>
  (formats[style + locale + today] ??= new Intl.DateTimeFormat(locale, STYLES[style]))

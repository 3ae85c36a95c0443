import { useI18n } from '../../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../../ui/use-today.tsx'

/** When a message was written: of today the time, else the day as well. The whole date is its title. */
export function MessageTime({ createdAt }: { createdAt: string }) {
  const { locale } = useI18n()
  const today = useToday()
  const time = Date.parse(createdAt)
  if (Number.isNaN(time)) return null
  const isToday = startOfDay(time) === today
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(time)
  return (
    <time
      className="message-time"
      dateTime={createdAt}
      title={write({ dateStyle: 'full', timeStyle: 'short' })}
    >
      {isToday
        ? write({ timeStyle: 'short' })
        : write({ day: 'numeric', month: 'short', hour: 'numeric', minute: 'numeric' })}
    </time>
  )
}

import { useMemo } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../ui/use-today.tsx'

/** Time of a message, short for a line of a list, and in full. */
export interface When {
  readonly short: string
  readonly exact: string
}

export type DescribeWhen = (at: string | undefined) => When | null

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
/** Days that are named by their weekday. */
const NAMED_DAYS = 7

/**
 * Returns a function that formats times: today's time, "yesterday", a weekday, or a date; `null` for an unknown
 * time. The function stays the same until the next day. Its formats are shared by all rows, because making one is
 * slow.
 */
export function useWhen(): DescribeWhen {
  const { t, locale } = useI18n()
  const today = useToday()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, options).format
    const date = new Date(today)
    const startAgo = (days: number) =>
      new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime()
    const [yesterday, week] = [startAgo(1), startAgo(NAMED_DAYS - 1)]
    const exact = format({ dateStyle: 'full', timeStyle: 'short' })
    const time = format({ timeStyle: 'short' })
    const weekday = format({ weekday: 'short' })
    const day = format(DAY)
    const dayOfYear = format({ ...DAY, year: 'numeric' })

    const describe = (at: number) => {
      if (startOfDay(at) === today) return time(at)
      if (at >= yesterday && at < today) return t('threads.yesterday')
      if (at >= week && at < today) return weekday(at)
      return (new Date(at).getFullYear() === date.getFullYear() ? day : dayOfYear)(at)
    }
    return (text) => {
      const at = Date.parse(text ?? '')
      return Number.isNaN(at) ? null : { short: describe(at), exact: exact(at) }
    }
  }, [locale, t, today])
}

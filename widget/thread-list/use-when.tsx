import { useMemo } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { startOfDay, useToday } from '../ui/use-today.tsx'

/** When something was said, for a line of a list and in full. */
export interface When {
  readonly short: string
  readonly exact: string
}

export type DescribeWhen = (at: string | undefined) => When | null

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
/** Days that their name tells apart. */
const NAMED_DAYS = 7

/**
 * Of today the time, then yesterday, a day of the week, a date; a time that nobody knows is none. The same function
 * until another day begins. To make a format takes longer than to use it: a thousand rows share them.
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

import type { ThreadGroupTime } from './group-threads.ts'
import type { ListTranslate } from './list-texts.ts'

/** The heading of a group. */
export function describeGroup(t: ListTranslate, locale: string, time: ThreadGroupTime): string {
  switch (time.type) {
    case 'today':
      return t('threads.today')
    case 'yesterday':
      return t('threads.yesterday')
    case 'last-week':
      return t('threads.lastWeek')
    case 'month': {
      const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
      return format.format(new Date(time.year, time.month))
    }
    default:
      return time satisfies never
  }
}

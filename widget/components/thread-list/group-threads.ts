import type { ThreadListItem } from '../../state/thread-list.ts'

/** Whole days before today that still have no month of their own. */
export const RECENT_DAYS = 7

export type ThreadGroupTime =
  | { readonly type: 'today' | 'yesterday' | 'last-week' }
  | { readonly type: 'month'; readonly year: number; readonly month: number }

export interface ThreadGroup {
  readonly key: string
  readonly time: ThreadGroupTime
  readonly items: readonly ThreadListItem[]
}

/**
 * Threads by the day of their last message, newest first, in the person's time zone. Days are
 * calendar days, whether they have 23, 24 or 25 hours.
 *
 * @param today any moment of the day that is today.
 */
export function groupThreads(
  items: readonly ThreadListItem[],
  today: number,
): readonly ThreadGroup[] {
  const daysAgo = startsOfDays(today)
  const sorted = items
    .map((item) => ({ item, time: timeOf(item) }))
    .toSorted((a, b) => (a.time === b.time ? 0 : b.time - a.time))
  const groups: { key: string; time: ThreadGroupTime; items: ThreadListItem[] }[] = []
  for (const { item, time } of sorted) {
    const group = groupTimeOf(time, daysAgo)
    const key = group.type === 'month' ? `${group.year}-${group.month}` : group.type
    if (groups.at(-1)?.key !== key) groups.push({ key, time: group, items: [] })
    groups.at(-1)?.items.push(item)
  }
  return groups
}

/** When today began, yesterday, and the first of the recent days. */
function startsOfDays(today: number) {
  const date = new Date(today)
  const ago = (days: number) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime()
  return { today: ago(0), yesterday: ago(1), recent: ago(RECENT_DAYS) }
}

function groupTimeOf(
  time: number,
  daysAgo: { readonly today: number; readonly yesterday: number; readonly recent: number },
): ThreadGroupTime {
  if (time >= daysAgo.today) return { type: 'today' }
  if (time >= daysAgo.yesterday) return { type: 'yesterday' }
  if (time >= daysAgo.recent) return { type: 'last-week' }
  const date = new Date(time)
  return { type: 'month', year: date.getFullYear(), month: date.getMonth() }
}

/** A thread without a time is only beginning. */
function timeOf({ lastMessageAt }: ThreadListItem): number {
  const time = Date.parse(lastMessageAt ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

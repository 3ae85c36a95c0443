import { useAtomValue } from 'jotai/react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { threadListAtom } from './atoms/shown-list.ts'
import { type ThreadListItem } from './atoms/thread-list-item.ts'
import { ListState } from './list-state.tsx'
import type { Translate } from '../i18n/create-translate.ts'
import { MoreThreads } from './more-threads.tsx'
import { useToday } from '../ui/use-today.tsx'
import { ThreadRows, type RowGroup, type ThreadRowsProps } from './thread-rows.tsx'

/** Rows of the first paint, more than a screen. The others follow without blocking. */
export const FIRST_ROWS = 40

export interface GroupedThreadsProps extends Pick<ThreadRowsProps, 'onOpen' | 'onEmptied'> {
  kind: 'regular' | 'archived'
}

/** All threads of a kind, grouped by day, or a message in their place. */
export function GroupedThreads({ kind, onOpen, onEmptied }: GroupedThreadsProps) {
  const items = useAtomValue(threadListAtom)[kind]
  const isWhole = useIsWhole(items.length)
  const groups = useRowGroups(isWhole ? items : items.slice(0, FIRST_ROWS))

  return (
    <>
      <ThreadRows groups={groups} onOpen={onOpen} onEmptied={onEmptied} />
      {isWhole && <MoreThreads kind={kind} />}
      <ListState kind={kind} />
    </>
  )
}

/** True once all rows are drawn, after the first ones. */
function useIsWhole(count: number): boolean {
  const isLong = count > FIRST_ROWS
  const [isWhole, setIsWhole] = useState(!isLong)

  useEffect(() => {
    if (isLong) startTransition(() => setIsWhole(true))
  }, [isLong])

  return isWhole || !isLong
}

function useRowGroups(items: readonly ThreadListItem[]): readonly RowGroup[] {
  const { t, locale } = useI18n()
  const today = useToday()
  return useMemo(
    () =>
      groupThreads(items, today).map(({ key, time, items: threads }) => ({
        key,
        label: describeGroup(t, locale, time),
        isLabelShown: true,
        threads: threads.map((item) => ({ item })),
      })),
    [items, today, t, locale],
  )
}

/** Whole days before today that form one group before the groups by month. */
const RECENT_DAYS = 7

type ThreadGroupTime =
  | { readonly type: 'today' | 'yesterday' | 'last-week' }
  | { readonly type: 'month'; readonly year: number; readonly month: number }

interface ThreadGroup {
  readonly key: string
  readonly time: ThreadGroupTime
  readonly items: readonly ThreadListItem[]
}

/**
 * Groups threads by the day of their last message, newest first, in the person's time zone. Days are calendar
 * days of 23, 24 or 25 hours.
 *
 * @param today any moment of today.
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

/** Start of today, of yesterday, and of the first recent day. */
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

/** A thread without a time has just begun. */
function timeOf({ lastMessageAt }: ThreadListItem): number {
  const time = Date.parse(lastMessageAt ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

/** The heading of a group. */
function describeGroup(t: Translate, locale: string, time: ThreadGroupTime): string {
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

import { useAtomValue } from 'jotai/react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { threadListAtom } from '../../state/thread-list.ts'
import type { ThreadListItem } from '../../state/thread-list.ts'
import { describeGroup } from './describe-group.ts'
import { groupThreads } from './group-threads.ts'
import { ListState } from './list-state.tsx'
import { useListTexts } from './list-texts.ts'
import { MoreThreads } from './more-threads.tsx'
import { ThreadRows } from './thread-rows.tsx'
import type { RowGroup, ThreadRowsProps } from './thread-rows.tsx'
import { useToday } from './use-today.ts'

/** Rows of the first paint: more than a screen. The others follow without holding anything up. */
export const FIRST_ROWS = 40

export interface GroupedThreadsProps extends Pick<ThreadRowsProps, 'onOpen' | 'onEmptied'> {
  kind: 'regular' | 'archived'
}

/** All threads of a kind by their days, or what stands in for them. */
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

/** Whether all rows are drawn: after the first ones. */
function useIsWhole(count: number): boolean {
  const isLong = count > FIRST_ROWS
  const [isWhole, setIsWhole] = useState(!isLong)

  useEffect(() => {
    if (isLong) startTransition(() => setIsWhole(true))
  }, [isLong])

  return isWhole || !isLong
}

function useRowGroups(items: readonly ThreadListItem[]): readonly RowGroup[] {
  const { locale } = useI18n()
  const texts = useListTexts()
  const today = useToday()
  return useMemo(
    () =>
      groupThreads(items, today).map(({ key, time, items: threads }) => ({
        key,
        label: describeGroup(texts, locale, time),
        isLabelShown: true,
        threads: threads.map((item) => ({ item })),
      })),
    [items, today, texts, locale],
  )
}

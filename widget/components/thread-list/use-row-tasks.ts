import { useStore } from 'jotai/react'
import { useCallback, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { deleteThreadAtom, renameThreadAtom } from '../../state/thread-list.ts'
import type { ThreadListItem } from '../../state/thread-list.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { leaveToNotice } from './leave-to-notice.ts'
import { useListTexts } from './list-texts.ts'
import { findRow, focusRow, rowsOf } from './row-elements.ts'
import type { RowHandlers } from './thread-row.tsx'

/** While a click's own echo is spoken. */
export const ANNOUNCE_DELAY_MS = 250

/** What is being done with one row: nothing else of its kind goes on meanwhile. */
export type RowTask =
  | { readonly type: 'menu'; readonly item: ThreadListItem; readonly trigger: HTMLElement }
  | { readonly type: 'rename' | 'delete'; readonly item: ThreadListItem }

export interface RowTasksInput {
  readonly box: RefObject<HTMLElement | null>
  readonly onOpen: RowHandlers['onOpen']
  readonly onEmptied: () => void
}

/** Renaming and deleting, and where the focus is after each. */
export function useRowTasks({ box, onOpen, onEmptied }: RowTasksInput) {
  const store = useStore()
  const texts = useListTexts()
  const announce = useAnnounce()
  const [task, setTask] = useState<RowTask | null>(null)
  const say = useCallback(
    (key: 'threads.sayRenamed' | 'threads.sayDeleted') =>
      announce(texts(key), { delayMs: ANNOUNCE_DELAY_MS }),
    [announce, texts],
  )

  /** The row is about to go: the focus goes to the next, or the one before. */
  const leaveRow = useCallback(
    (id: string) => {
      const rows = rowsOf(box.current)
      const index = rows.findIndex((row) => row.dataset['threadId'] === id)
      const neighbour = rows[index + 1] ?? rows[index - 1]
      if (neighbour) focusRow(neighbour)
      else onEmptied()
    },
    [box, onEmptied],
  )

  const handlers = useMemo(
    (): RowHandlers => ({
      onOpen,
      onMenu: (item, trigger) =>
        setTask((now) => (now?.type === 'menu' ? null : { type: 'menu', item, trigger })),
      onRenamed(item, name, how) {
        flushSync(() => setTask(null))
        if (how === 'key') focusRow(findRow(box.current, item.id))
        if (name === null) return
        leaveToNotice(store.set(renameThreadAtom, item.id, name), () => say('threads.sayRenamed'))
      },
    }),
    [box, onOpen, say, store],
  )

  function deleteItem({ id }: ThreadListItem): void {
    // The dialog gives the focus back to the row, which leaves.
    flushSync(() => setTask(null))
    leaveRow(id)
    leaveToNotice(store.set(deleteThreadAtom, id), () => say('threads.sayDeleted'))
  }

  return {
    task,
    handlers,
    leaveRow,
    deleteItem,
    endTask: () => setTask(null),
    startRename: (item: ThreadListItem) => setTask({ type: 'rename', item }),
    askDelete: (item: ThreadListItem) => setTask({ type: 'delete', item }),
  }
}

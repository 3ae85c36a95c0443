import { useStore } from 'jotai/react'
import { useCallback, useMemo, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Archive, ArchiveRestore, Pencil, Trash as Trash2 } from 'lucide-react'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  renameThreadAtom,
  unarchiveThreadAtom,
} from './atoms/shown-list.ts'
import { type ThreadListItem } from './atoms/thread-list-item.ts'
import { useAnnounce } from '../ui/announcer.tsx'
import { leaveToNotice } from './thread-notice-card.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { findRow, focusRow, rowsOf } from './list-focus.tsx'
import type { RowHandlers } from './thread-row.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'

/** While a click's own echo is spoken. */
export const ANNOUNCE_DELAY_MS = 250

/** What is being done with one row: nothing else of its kind goes on meanwhile. */
type RowTask =
  | { readonly type: 'menu'; readonly item: ThreadListItem; readonly trigger: HTMLElement }
  | { readonly type: 'rename' | 'delete'; readonly item: ThreadListItem }

interface RowTasksInput {
  readonly box: RefObject<HTMLElement | null>
  readonly onOpen: RowHandlers['onOpen']
  readonly onEmptied: () => void
}

/** Renaming and deleting, and where the focus is after each. */
export function useRowTasks({ box, onOpen, onEmptied }: RowTasksInput) {
  const store = useStore()
  const { t } = useI18n()
  const announce = useAnnounce()
  const [task, setTask] = useState<RowTask | null>(null)
  const say = useCallback(
    (key: 'threads.sayRenamed' | 'threads.sayDeleted') =>
      announce(t(key), { delayMs: ANNOUNCE_DELAY_MS }),
    [announce, t],
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

export interface RowTaskBoxProps {
  tasks: ReturnType<typeof useRowTasks>
  /** The rows as they are now. */
  items: ReadonlyMap<string, ThreadListItem>
  titleOf: (item: ThreadListItem) => string
}

/** What opens for the row that something is done with: its menu, or the question before it is deleted. */
export function RowTaskBox({ tasks, items, titleOf }: RowTaskBoxProps) {
  const { task } = tasks
  switch (task?.type) {
    case 'menu':
      return (
        <RowMenu
          item={task.item}
          title={titleOf(task.item)}
          trigger={task.trigger}
          onRename={tasks.startRename}
          onDelete={tasks.askDelete}
          onLeave={tasks.leaveRow}
          onClose={tasks.endTask}
        />
      )
    case 'delete':
      return (
        <DeleteDialog
          title={titleOf(task.item)}
          isRunning={(items.get(task.item.id) ?? task.item).isRunning}
          onCancel={tasks.endTask}
          onDelete={() => tasks.deleteItem(task.item)}
        />
      )
    default:
      return null
  }
}

interface RowMenuProps {
  item: ThreadListItem
  title: string
  trigger: HTMLElement
  onRename: (item: ThreadListItem) => void
  onDelete: (item: ThreadListItem) => void
  /** The row is about to go: the focus must not go with it. */
  onLeave: (id: string) => void
  onClose: () => void
}

/** What can be done with a thread besides opening it. */
function RowMenu(props: RowMenuProps) {
  const { item, title, trigger, onRename, onDelete, onLeave, onClose } = props
  const store = useStore()
  const { t } = useI18n()
  const announce = useAnnounce()

  function archive(): void {
    onLeave(item.id)
    // Its notice says so, and offers the way back.
    leaveToNotice(store.set(archiveThreadAtom, item.id))
  }

  function unarchive(): void {
    onLeave(item.id)
    leaveToNotice(store.set(unarchiveThreadAtom, item.id), () =>
      announce(t('threads.sayUnarchived'), { delayMs: ANNOUNCE_DELAY_MS }),
    )
  }

  const rename = {
    label: t('threads.rename'),
    icon: <Pencil />,
    onSelect: () => onRename(item),
  }
  const move: MenuItem =
    item.status === 'archived'
      ? {
          label: t('threads.unarchive'),
          icon: <ArchiveRestore />,
          onSelect: unarchive,
        }
      : { label: t('threads.archive'), icon: <Archive />, onSelect: archive }
  const erase = {
    label: t('threads.delete'),
    icon: <Trash2 />,
    isDanger: true,
    onSelect: () => onDelete(item),
  }
  return (
    <Menu
      trigger={trigger}
      label={t('threads.menu', { title })}
      items={[rename, move, erase]}
      onClose={onClose}
    />
  )
}

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

/** Delay of announcements, so that the screen reader finishes with the click. */
export const ANNOUNCE_DELAY_MS = 250

/** The open task of a row. Only one at a time. */
type RowTask =
  | { readonly type: 'menu'; readonly item: ThreadListItem; readonly trigger: HTMLElement }
  | { readonly type: 'rename' | 'delete'; readonly item: ThreadListItem }

interface RowTasksInput {
  readonly box: RefObject<HTMLElement | null>
  readonly onOpen: RowHandlers['onOpen']
  readonly onEmptied: () => void
}

/** Renames and deletes threads, and restores the focus afterwards. */
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

  /** The row is about to disappear: focus the next one, or the one before. */
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
    // The dialog returns the focus to the row, which then disappears.
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
  /** The present rows. */
  items: ReadonlyMap<string, ThreadListItem>
  titleOf: (item: ThreadListItem) => string
}

/** The open menu of a row, or the question before its deletion. */
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
  /** Called when the row is about to disappear, so that the focus moves on. */
  onLeave: (id: string) => void
  onClose: () => void
}

/** Actions on a thread besides opening it. */
function RowMenu(props: RowMenuProps) {
  const { item, title, trigger, onRename, onDelete, onLeave, onClose } = props
  const store = useStore()
  const { t } = useI18n()
  const announce = useAnnounce()

  function archive(): void {
    onLeave(item.id)
    // The notice reports it and offers undo.
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

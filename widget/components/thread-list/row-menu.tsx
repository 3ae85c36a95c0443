import { useStore } from 'jotai/react'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { archiveThreadAtom, unarchiveThreadAtom } from '../../state/thread-list.ts'
import type { ThreadListItem } from '../../state/thread-list.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { leaveToNotice } from './leave-to-notice.ts'
import { useListTexts } from './list-texts.ts'
import { ANNOUNCE_DELAY_MS } from './use-row-tasks.ts'

export interface RowMenuProps {
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
export function RowMenu(props: RowMenuProps) {
  const { item, title, trigger, onRename, onDelete, onLeave, onClose } = props
  const store = useStore()
  const texts = useListTexts()
  const announce = useAnnounce()

  function archive(): void {
    onLeave(item.id)
    // Its notice says so, and offers the way back.
    leaveToNotice(store.set(archiveThreadAtom, item.id))
  }

  function unarchive(): void {
    onLeave(item.id)
    leaveToNotice(store.set(unarchiveThreadAtom, item.id), () =>
      announce(texts('threads.sayUnarchived'), { delayMs: ANNOUNCE_DELAY_MS }),
    )
  }

  const rename = {
    label: texts('threads.rename'),
    icon: <Pencil />,
    onSelect: () => onRename(item),
  }
  const move: MenuItem =
    item.status === 'archived'
      ? { label: texts('threads.unarchive'), icon: <ArchiveRestore />, onSelect: unarchive }
      : { label: texts('threads.archive'), icon: <Archive />, onSelect: archive }
  const erase = {
    label: texts('threads.delete'),
    icon: <Trash2 />,
    isDanger: true,
    onSelect: () => onDelete(item),
  }
  return (
    <Menu
      trigger={trigger}
      label={texts('threads.menu', { title })}
      items={[rename, move, erase]}
      onClose={onClose}
    />
  )
}

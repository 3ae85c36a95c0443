import { useAtomValue } from 'jotai/react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { mainThreadAtom } from './atoms/shown-list.ts'
import { type ThreadListItem } from './atoms/thread-list-item.ts'
import { isReadOnlyAtom } from '../conversation/atoms/thread.ts'
import { createListKeys } from '../ui/list-keys.ts'
import { RowTaskBox, useRowTasks } from './row-tasks.tsx'
import { focusRow, rowIdOf, rowsOf } from './list-focus.tsx'
import { ThreadRow, type RowHandlers, type ThreadMatch } from './thread-row.tsx'
import { isTakenAwayAtom } from '../world/look.ts'
import { useThreadTitle } from './use-thread-title.tsx'
import { useWhen } from './use-when.tsx'
import { useFocusedId } from '../ui/use-focused-id.tsx'
import './thread-row.css'

export interface ShownThread {
  readonly item: ThreadListItem
  readonly match?: ThreadMatch | undefined
}

export interface RowGroup {
  readonly key: string
  /** A visible heading, or a name for screen readers only. */
  readonly label: string
  readonly isLabelShown: boolean
  readonly threads: readonly ShownThread[]
}

export interface ThreadRowsProps {
  groups: readonly RowGroup[]
  onOpen: RowHandlers['onOpen']
  /** Called when the last row that could have the focus is gone. */
  onEmptied: () => void
}

/**
 * Threads as one composite widget: one Tab stop, arrow keys and letters move between rows, F2 renames, Delete
 * asks whether to delete. Tab goes from a row to its menu.
 */
export function ThreadRows({ groups, onOpen, onEmptied }: ThreadRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const titleOf = useThreadTitle()
  const whenOf = useWhen()
  const hasTexts = !useAtomValue(isTakenAwayAtom)('snippets')
  const main = useAtomValue(mainThreadAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const [keys] = useState(createListKeys)
  const { focusedId, handleFocus, handleBlur } = useFocusedId(rowIdOf)
  const items = new Map(
    groups.flatMap(({ threads }) => threads.map(({ item }) => [item.id, item] as const)),
  )
  const tasks = useRowTasks({ box, onOpen, onEmptied })
  const { task, handlers } = tasks
  const stopId = [focusedId, main.id].find((id) => id !== null && items.has(id))
  const tabStop = stopId ?? items.keys().next().value

  function handleKeyDown(event: KeyboardEvent): void {
    const target = event.target as Element
    const item = items.get(rowIdOf(target) ?? '')
    // Fields handle their own keys, and so do floating elements.
    if (!item || !target.matches('.thread-open, .thread-more')) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!isReadOnly && (event.key === 'F2' || event.key === 'Delete')) {
      event.preventDefault()
      if (event.key === 'F2') tasks.startRename(item)
      else tasks.askDelete(item)
      return
    }
    moveFocus(event)
  }

  function moveFocus(event: KeyboardEvent): void {
    const rows = rowsOf(box.current)
    const current = rows.findIndex((row) => row.contains(event.target as Element))
    const { key, timeStamp: timeMs } = event
    const next = keys.find({ key, timeMs, labels: rows.map(titleText), current })
    if (next === null) return
    event.preventDefault()
    focusRow(rows[next])
  }

  return (
    <div
      ref={box}
      className="thread-rows"
      role="presentation"
      onFocus={handleFocus}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
    >
      {groups.map(({ key, label, isLabelShown, threads }) => (
        <RowGroupBox key={key} label={label} isLabelShown={isLabelShown}>
          {threads.map(({ item, match }) => (
            <ThreadRow
              key={item.id}
              item={item}
              title={titleOf(item)}
              isCurrent={item.id === main.id}
              isTabStop={item.id === tabStop}
              mode={task?.item.id === item.id ? MODES[task.type] : 'plain'}
              isReadOnly={isReadOnly}
              match={match}
              whenOf={whenOf}
              hasText={hasTexts}
              handlers={handlers}
            />
          ))}
        </RowGroupBox>
      ))}
      <RowTaskBox tasks={tasks} items={items} titleOf={titleOf} />
    </div>
  )
}

const MODES = { menu: 'menu', rename: 'rename', delete: 'plain' } as const

const titleText = (row: Element): string => row.querySelector('.thread-title')?.textContent ?? ''

interface RowGroupBoxProps {
  label: string
  /** True for a visible heading, false for a name for screen readers only. */
  isLabelShown: boolean
  /** The rows. */
  children: ReactNode
}

/** A group of rows under its name. */
function RowGroupBox({ label, isLabelShown, children }: RowGroupBoxProps) {
  const headingId = useId()
  const name = isLabelShown ? { 'aria-labelledby': headingId } : { 'aria-label': label }
  return (
    <div className="thread-group">
      {isLabelShown && (
        <h3 id={headingId} className="thread-group-title">
          {label}
        </h3>
      )}
      <ul className="thread-group-rows" {...name}>
        {children}
      </ul>
    </div>
  )
}

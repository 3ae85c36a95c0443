import { useLayoutEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createListKeys } from './list-keys.ts'
import { useFloatingBox } from './use-floating-box.tsx'
import './menu.css'

export interface MenuItem {
  readonly label: string
  readonly icon: ReactNode
  /** Default false. */
  readonly isDanger?: boolean
  /** The menu is closed by then, and the focus is at its trigger. */
  readonly onSelect: () => void
}

export interface MenuProps {
  /** Has the focus again when the menu closes. */
  trigger: HTMLElement
  label: string
  items: readonly MenuItem[]
  onClose: () => void
}

/** A menu beside its trigger, open while mounted. The focus is inside as long as it is open. */
export function Menu({ trigger, label, items, onClose }: MenuProps) {
  const [keys] = useState(() => createListKeys({ wraps: true }))
  const { box, props } = useFloatingBox({ trigger, placement: 'bottom-end', onClose: close })

  useLayoutEffect(() => {
    itemsOf(box.current)[0]?.focus({ preventScroll: true })
  }, [box])

  function close(): void {
    trigger.focus({ preventScroll: true })
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event
    // Tab goes on from the trigger.
    if (key === 'Tab') return close()
    if (ctrlKey || metaKey || altKey) return
    const buttons = itemsOf(box.current)
    const current = buttons.findIndex((button) => button === document.activeElement)
    const labels = items.map((item) => item.label)
    const next = keys.find({ key, timeMs: event.timeStamp, labels, current })
    if (next === null) return
    event.preventDefault()
    buttons[next]?.focus()
  }

  return (
    <div
      {...props}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={handleKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          className="menu-item"
          role="menuitem"
          tabIndex={-1}
          data-danger={item.isDanger === true || undefined}
          onClick={() => {
            close()
            item.onSelect()
          }}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>
  )
}

const itemsOf = (menu: Element | null): readonly HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

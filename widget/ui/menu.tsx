import { useDismiss, useInteractions, useListNavigation, useTypeahead } from '@floating-ui/react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { foldLabel, TYPE_AHEAD_RESET_MS } from './list-keys.ts'
import { useFloatingBox } from './use-floating-box.tsx'
import './menu.css'

export interface MenuItem {
  readonly label: string
  readonly icon: ReactNode
  /** Default false. */
  readonly isDanger?: boolean
  /** Called after the menu has closed and the trigger has the focus. */
  readonly onSelect: () => void
}

export interface MenuProps {
  /** Gets the focus back when the menu closes. */
  trigger: HTMLElement
  label: string
  items: readonly MenuItem[]
  onClose: () => void
}

/** A menu beside its trigger, open while mounted. The focus is inside as long as it is open. */
export function Menu({ trigger, label, items, onClose }: MenuProps) {
  const buttons = useRef<(HTMLElement | null)[]>([])
  const labels = useRef<string[]>([])
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const { context, box } = useFloatingBox({
    trigger,
    placement: 'bottom-end',
    onOpenChange: close,
  })
  const { getFloatingProps, getItemProps } = useInteractions([
    useDismiss(context, { escapeKey: false }),
    useListNavigation(context, {
      listRef: buttons,
      activeIndex,
      onNavigate: setActiveIndex,
      loop: true,
    }),
    useTypeahead(context, {
      listRef: labels,
      activeIndex,
      onMatch: setActiveIndex,
      findMatch: findLabel,
      resetMs: TYPE_AHEAD_RESET_MS,
    }),
  ])

  useLayoutEffect(() => {
    labels.current = items.map((item) => item.label)
  }, [items])
  // Synchronous: the package waits for a frame, in which a key would be lost.
  useLayoutEffect(() => buttons.current[0]?.focus({ preventScroll: true }), [])

  function close(): void {
    trigger.focus({ preventScroll: true })
    onClose()
  }

  function handleKeyDown({ key }: KeyboardEvent): void {
    // Tab goes on from the trigger.
    if (key === 'Tab') close()
  }

  return (
    <div
      {...getFloatingProps({ onKeyDown: handleKeyDown })}
      {...box}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
    >
      {items.map((item, index) => (
        <button
          {...getItemProps({
            onClick() {
              close()
              item.onSelect()
            },
          })}
          key={item.label}
          ref={(element) => void (buttons.current[index] = element)}
          type="button"
          className="menu-item"
          role="menuitem"
          tabIndex={-1}
          data-danger={item.isDanger === true || undefined}
        >
          {item.icon}
          <bdi>{item.label}</bdi>
        </button>
      ))}
    </div>
  )
}

/** The first label that begins with the typed letters, ignoring case and accents. */
const findLabel = (labels: (string | null)[], typed: string) =>
  labels.find((label) => label !== null && foldLabel(label).startsWith(foldLabel(typed)))

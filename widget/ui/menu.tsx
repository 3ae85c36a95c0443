import { useFloating } from '@floating-ui/react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createTypeAhead } from './create-type-ahead.ts'
import { floatingPlace } from './floating-place.ts'
import { nextListIndex } from './next-list-index.ts'
import { useEscapeLayer } from './use-escape-layer.ts'
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
  const [typeAhead] = useState(createTypeAhead)
  const { refs, floatingStyles } = useFloating({
    ...floatingPlace('bottom-end'),
    open: true,
    elements: { reference: trigger },
  })
  useEscapeLayer(() => close())

  const handlePointerDown = useEffectEvent(({ target }: PointerEvent) => {
    const places = [trigger, refs.floating.current]
    if (target instanceof Node && !places.some((place) => place?.contains(target))) close()
  })

  useLayoutEffect(() => {
    refs.floating.current?.showPopover?.()
    itemsOf(refs.floating.current)[0]?.focus({ preventScroll: true })
  }, [refs])

  useEffect(() => {
    const listener = (event: PointerEvent) => handlePointerDown(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [])

  function close(): void {
    trigger.focus({ preventScroll: true })
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event
    // Tab goes on from the trigger.
    if (key === 'Tab') return close()
    if (ctrlKey || metaKey || altKey) return
    const buttons = itemsOf(refs.floating.current)
    const current = buttons.findIndex((button) => button === document.activeElement)
    const labels = items.map((item) => item.label)
    const next =
      nextListIndex({ key, current, count: buttons.length, wraps: true }) ??
      typeAhead.find({ key, timeMs: event.timeStamp, labels, current })
    if (next === null) return
    event.preventDefault()
    buttons[next]?.focus()
  }

  return (
    <div
      ref={refs.setFloating}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      style={floatingStyles}
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

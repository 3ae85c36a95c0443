import { safePolygon, useFloating, useHover } from '@floating-ui/react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { floatingPlace, SAFE_POLYGON_PX } from './floating-place.ts'
import { useEscapeLayer } from './use-escape-layer.ts'
import './popover.css'

export interface PopoverProps {
  /** Stands right before the popover in the document, so that Tab goes from one to the other. */
  trigger: Element
  label: string
  /** It came with the pointer, and goes with it. Default false. */
  isHover?: boolean
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A small box beside its trigger, open while mounted. It never takes the focus by itself. */
export function Popover(props: PopoverProps) {
  const { trigger, label, isHover = false, className = '', onClose, children } = props
  const { refs, context, floatingStyles } = useFloating({
    // What it explains stays readable.
    ...floatingPlace('bottom-start'),
    open: true,
    onOpenChange: (isOpen) => {
      if (!isOpen) onClose()
    },
    elements: { reference: trigger },
  })
  useHover(context, {
    enabled: isHover,
    move: false,
    handleClose: safePolygon({ buffer: SAFE_POLYGON_PX }),
  })
  useEscapeLayer(() => close())

  const handlePointerDown = useEffectEvent(({ target }: PointerEvent) => {
    const places = [trigger, refs.floating.current]
    if (target instanceof Node && !places.some((place) => place?.contains(target))) onClose()
  })

  useLayoutEffect(() => {
    refs.floating.current?.showPopover?.()
  }, [refs])

  useEffect(() => {
    const listener = (event: PointerEvent) => handlePointerDown(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [])

  function close(): void {
    const hadFocus = refs.floating.current?.contains(document.activeElement) === true
    onClose()
    if (hadFocus && trigger instanceof HTMLElement) trigger.focus({ preventScroll: true })
  }

  function handleBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    // Without a target the focus is nowhere, for example on a press on plain text.
    if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
    if (!trigger.contains(relatedTarget)) onClose()
  }

  return (
    <span
      ref={refs.setFloating}
      className={`popover ${className}`.trim()}
      role="group"
      aria-label={label}
      popover="manual"
      style={floatingStyles}
      onBlur={handleBlur}
    >
      {children}
    </span>
  )
}

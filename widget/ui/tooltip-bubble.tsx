import { safePolygon, useFloating, useHover } from '@floating-ui/react'
import { useLayoutEffect } from 'react'
import { floatingPlace, SAFE_POLYGON_PX } from './floating-place.ts'
import { useEscapeLayer } from './use-escape-layer.ts'
import './tooltip-bubble.css'

export interface TooltipBubbleProps {
  text: string
  trigger: Element
  onClose: () => void
}

/**
 * The tooltip itself. The popover layer lifts it out of every scroller that would cut it; the
 * pointer may move onto it.
 */
export function TooltipBubble({ text, trigger, onClose }: TooltipBubbleProps) {
  const { refs, context, floatingStyles } = useFloating({
    ...floatingPlace('top'),
    open: true,
    onOpenChange: (isOpen) => {
      if (!isOpen) onClose()
    },
    elements: { reference: trigger },
  })
  useHover(context, { move: false, handleClose: safePolygon({ buffer: SAFE_POLYGON_PX }) })
  useEscapeLayer(() => onClose())

  useLayoutEffect(() => {
    refs.floating.current?.showPopover?.()
  }, [refs])

  return (
    <span
      ref={refs.setFloating}
      className="tooltip"
      role="tooltip"
      popover="manual"
      style={floatingStyles}
    >
      {text}
    </span>
  )
}

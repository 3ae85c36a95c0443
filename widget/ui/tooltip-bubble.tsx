import { safePolygon, useHover } from '@floating-ui/react'
import { SAFE_POLYGON_PX, useFloatingBox } from './use-floating-box.tsx'
import './tooltip-bubble.css'

export interface TooltipBubbleProps {
  text: string
  trigger: Element
  onClose: () => void
}

/** The tooltip itself, open while mounted. The pointer may move onto it. */
export function TooltipBubble({ text, trigger, onClose }: TooltipBubbleProps) {
  const { context, box } = useFloatingBox({ trigger, placement: 'top', onOpenChange: onClose })
  useHover(context, { handleClose: safePolygon({ buffer: SAFE_POLYGON_PX }) })
  return (
    <span {...box} className="tooltip" role="tooltip">
      {text}
    </span>
  )
}

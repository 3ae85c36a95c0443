import { useFloatingBox } from './use-floating-box.tsx'
import './tooltip-bubble.css'

export interface TooltipBubbleProps {
  text: string
  trigger: Element
  onClose: () => void
}

/** The tooltip itself. The pointer may move onto it. */
export function TooltipBubble({ text, trigger, onClose }: TooltipBubbleProps) {
  const { props } = useFloatingBox({
    trigger,
    placement: 'top',
    isHover: true,
    onClose(reason) {
      // A press beside the trigger is no matter of what the focus has brought.
      if (reason !== 'press') onClose()
    },
  })
  return (
    <span {...props} className="tooltip" role="tooltip">
      {text}
    </span>
  )
}

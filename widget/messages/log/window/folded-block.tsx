import { useStore } from 'jotai/react'
import { memo, useLayoutEffect, useRef } from 'react'
import { messageText } from '../../../../shared/thread/message.ts'
import { messageAtom } from '../../../conversation/atoms/conversation-view.ts'

export interface FoldedBlockProps {
  /** Should keep its identity while it holds the same ids. */
  readonly ids: readonly string[]
  /** Pixels, as the messages would take. */
  readonly height: number
  /** Find in page came upon it, and is about to show it: nothing may be drawn anew meanwhile. */
  readonly onMatch: () => void
  /** Whose words they were. */
  readonly onFound: (id: string) => void
}

/**
 * Messages off screen: as high as they are, and their words for find in page. One text node for each
 * message and no element, so that thousands of them cost next to nothing.
 */
export const FoldedBlock = memo(function FoldedBlock({
  ids,
  height,
  onMatch,
  onFound,
}: FoldedBlockProps) {
  const store = useStore()
  const box = useRef<HTMLDivElement>(null)
  const handlers = useRef({ onMatch, onFound })

  useLayoutEffect(() => {
    handlers.current = { onMatch, onFound }
  })

  useLayoutEffect(() => {
    const element = box.current
    if (element === null || !canBeFound(element)) return
    hideUntilFound(element)
    const handleMatch = () => {
      // The browser shows the block and scrolls to the words; then it is known whose they are.
      handlers.current.onMatch()
      element.style.blockSize = 'auto'
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const id = ids[textInView(element)]
          if (id !== undefined) handlers.current.onFound(id)
          if (!element.isConnected) return
          element.style.blockSize = `${height}px`
          hideUntilFound(element)
        }),
      )
    }
    element.addEventListener('beforematch', handleMatch)
    return () => element.removeEventListener('beforematch', handleMatch)
  }, [ids, height])

  const texts = ids.map((id) => {
    const message = store.get(messageAtom(id))
    return message === undefined ? '' : `${messageText(message)}\n\n`
  })

  return (
    <div ref={box} className="folded-block" data-folded={ids.length} style={{ blockSize: height }}>
      {box.current !== null && !canBeFound(box.current) ? null : texts}
    </div>
  )
})

/** React writes the attribute as one without a value, which hides for good. */
function hideUntilFound(element: HTMLElement): void {
  element.setAttribute('hidden', 'until-found')
}

/** An engine that does not know `until-found` would hide the block's room too. */
const canBeFound = (element: HTMLElement): boolean => 'onbeforematch' in element

/** Which of the block's texts stands in the middle of the view. */
function textInView(element: HTMLElement): number {
  const view = element.offsetParent?.getBoundingClientRect()
  const middle = view === undefined ? 0 : view.top + view.height / 2
  const range = element.ownerDocument.createRange()
  const nodes = [...element.childNodes]
  const index = nodes.findIndex((node) => {
    range.selectNodeContents(node)
    return range.getBoundingClientRect().bottom >= middle
  })
  return index === -1 ? nodes.length - 1 : index
}

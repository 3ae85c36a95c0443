import { useStore } from 'jotai/react'
import { memo, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { messageText } from '../../../../shared/thread/message.ts'
import { messageAtom } from '../../../conversation/atoms/conversation-view.ts'

export interface FoldedBlockProps {
  /** Keep the identity of the array while it holds the same ids. */
  readonly ids: readonly string[]
  /** Pixels that the messages would take. */
  readonly height: number
  /** Find in page is about to show the text of this message. */
  readonly onFound: (id: string) => void
}

/**
 * Folded messages off screen, as high as the drawn ones, with their text for find in page. An element and one text
 * node for each message: the element tells which message find in page has found, and the search continues from its
 * position. The block is hidden as well, because thousands of hidden boxes in the flow would slow each scrolled frame.
 */
export const FoldedBlock = memo(function FoldedBlock({ ids, height, onFound }: FoldedBlockProps) {
  const store = useStore()
  const box = useRef<HTMLDivElement>(null)
  const tellFound = useEffectEvent(onFound)

  useLayoutEffect(() => {
    if (box.current === null || !CAN_BE_FOUND) return
    hideUntilFound(box.current)
    for (const child of box.current.children) hideUntilFound(child)
  }, [ids])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const handleMatch = ({ target }: Event) => {
      const id = (target as HTMLElement).dataset['foldedId']
      if (id !== undefined) tellFound(id)
    }
    element.addEventListener('beforematch', handleMatch)
    return () => element.removeEventListener('beforematch', handleMatch)
  }, [])

  function textOf(id: string): string {
    const message = store.get(messageAtom(id))
    return message === undefined ? '' : messageText(message)
  }

  return (
    <div
      ref={box}
      className="folded-block"
      data-folded={ids.length}
      translate="no"
      style={{ blockSize: height }}
    >
      {CAN_BE_FOUND &&
        ids.map((id) => (
          <div key={id} data-folded-id={id}>
            {textOf(id)}
          </div>
        ))}
    </div>
  )
})

/** An engine without `until-found` would also hide the space of the text. */
const CAN_BE_FOUND = 'onbeforematch' in document.documentElement

const HIDDEN = 'until-found'

/** React writes the attribute without a value, which hides the element from find in page, too. */
function hideUntilFound(element: Element): void {
  if (element.getAttribute('hidden') !== HIDDEN) element.setAttribute('hidden', HIDDEN)
}

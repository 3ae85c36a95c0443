import { useStore } from 'jotai/react'
import { memo, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { messageText } from '../../../../shared/thread/message.ts'
import { messageAtom } from '../../../conversation/atoms/conversation-view.ts'

export interface FoldedBlockProps {
  /** Should keep its identity while it holds the same ids. */
  readonly ids: readonly string[]
  /** Pixels, as the messages would take. */
  readonly height: number
  /** Find in page is about to show the words of this message. */
  readonly onFound: (id: string) => void
}

/**
 * Messages off screen: as high as they are, and their words for find in page. One element and one text node
 * for each message, neither laid out, so that thousands of them cost next to nothing. The element tells which
 * message find in page has found, and its place among the others is where the search goes on.
 */
export const FoldedBlock = memo(function FoldedBlock({ ids, height, onFound }: FoldedBlockProps) {
  const store = useStore()
  const box = useRef<HTMLDivElement>(null)
  const tellFound = useEffectEvent(onFound)

  useLayoutEffect(() => {
    for (const child of box.current?.children ?? []) hideUntilFound(child)
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

/** An engine that does not know `until-found` would hide the room of the words too. */
const CAN_BE_FOUND = 'onbeforematch' in document.documentElement

/** React writes the attribute as one without a value, which hides for good. */
function hideUntilFound(element: Element): void {
  element.setAttribute('hidden', 'until-found')
}

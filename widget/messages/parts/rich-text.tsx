import { useEffect, useRef, type ReactNode } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
export { warmMarkdown } from '../../markdown/warm-markdown.tsx'
import { settleTabStops } from '../message-element.ts'

export interface RichTextProps {
  text: string
  isStreaming: boolean
  /** Stands after the last word once the text is whole. */
  tail?: ReactNode
}

/** An answer's markdown in the frame's words. Loaded on its own. */
export function RichText({ text, isStreaming, tail }: RichTextProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // This code may arrive after the message around it has settled its tab stops.
    if (root.current !== null && !isStreaming) settleTabStops(root.current)
  }, [isStreaming])

  return (
    <div ref={root}>
      <Markdown
        text={text}
        isStreaming={isStreaming}
        caret={<span className="caret" aria-hidden />}
        tail={tail}
      />
    </div>
  )
}

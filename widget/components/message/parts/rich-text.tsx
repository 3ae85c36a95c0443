import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Markdown } from '../../../markdown/markdown.tsx'
export { warmMarkdown } from '../../../markdown/warm-markdown.tsx'
import type { PlainTextProps } from './plain-text.tsx'
import { setTabStops } from '../message-element.ts'

export interface RichTextProps extends PlainTextProps {
  /** Stands after the last word once the text is whole. */
  tail?: ReactNode
}

/** An answer's markdown in the frame's words. Loaded on its own. */
export function RichText({ text, isStreaming, tail }: RichTextProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // This code may arrive after the message around it has settled its tab stops.
    const isCurrent = root.current?.closest('article')?.dataset['current'] !== 'false'
    if (root.current !== null && !isStreaming) setTabStops(root.current, isCurrent)
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

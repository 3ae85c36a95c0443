import { memo, type ReactNode } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'
import { readDirection } from '../../shared/text-direction.ts'

export interface PlainTextProps {
  /** Whole lines, including their ends. */
  chunks: readonly string[]
  /** Drawn after the last character. */
  end?: ReactNode
}

/**
 * Text as written, for content that could not be read as markdown. Each piece is a separate box: while the text
 * grows, only the last piece is written and laid out again. Line ends stay in the text, so a copied selection is
 * exact.
 */
export function PlainText({ chunks, end }: PlainTextProps): ReactNode {
  return (
    <p className="md-plain" dir={readDirection(chunks[0] ?? '')}>
      {chunks.map((text, index) => (
        <TextChunk key={index} text={text} end={index === chunks.length - 1 ? end : undefined} />
      ))}
    </p>
  )
}

const TextChunk = memo(({ text, end }: { text: string; end: ReactNode }) => (
  <span className="md-chunk">
    {markInvisible(text)}
    {end}
  </span>
))
TextChunk.displayName = 'TextChunk'

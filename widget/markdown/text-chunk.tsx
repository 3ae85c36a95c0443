import { memo, type ReactNode } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'

export interface TextChunksProps {
  chunks: readonly string[]
  /** Drawn after the last character. */
  end?: ReactNode
}

/**
 * Lines of text in pieces, each a box of its own: while text grows, only the last piece is written
 * and laid out again. Their line ends stay in the text, so copying a selection is exact.
 */
export function TextChunks({ chunks, end }: TextChunksProps): ReactNode {
  return chunks.map((text, index) => (
    <TextChunk key={index} text={text} end={index === chunks.length - 1 ? end : undefined} />
  ))
}

const TextChunk = memo(({ text, end }: { text: string; end: ReactNode }) => (
  <span className="md-chunk">
    {markInvisible(text)}
    {end}
  </span>
))
TextChunk.displayName = 'TextChunk'

import { memo, type ReactNode } from 'react'
import { markInvisible } from './mark-invisible.ts'

const TextChunk = memo(({ text }: { text: string }): ReactNode => markInvisible(text))
TextChunk.displayName = 'TextChunk'

/** One text node per piece: while text grows, only the last node is rewritten. */
export function TextChunks({ chunks }: { chunks: readonly string[] }): ReactNode {
  return chunks.map((text, index) => <TextChunk key={index} text={text} />)
}

import { memo, type ReactNode } from 'react'
import type { Block } from './block.ts'
import { BlockToken } from './block-token.tsx'
import { CodeBox } from './code-box.tsx'
import { PlainText } from './plain-text.tsx'

/** One block of an answer. An equal `block` is not drawn again. */
export const MarkdownBlock = memo(function MarkdownBlock({
  block,
  end,
}: {
  block: Block
  /** Drawn after the last character. */
  end?: ReactNode
}): ReactNode {
  switch (block.kind) {
    case 'token':
      return <BlockToken token={block.token} end={end} />
    case 'code':
      return <CodeBox language={block.language} chunks={block.chunks} end={end} />
    case 'plain':
      return <PlainText chunks={block.chunks} end={end} />
    default:
      return block satisfies never
  }
})

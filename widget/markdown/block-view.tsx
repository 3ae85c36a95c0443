import { memo, type ReactNode, use } from 'react'
import { directionOfBlocks } from './block-direction.ts'
import { CodeBox } from './code-box.tsx'
import { chunkText } from './code-chunks.ts'
import { FormulaBlock } from './formula.tsx'
import { HeadingLevelsContext } from './heading-levels.ts'
import { Inline } from './inline.tsx'
import { directionOf } from './inline-text.ts'
import { ListView } from './list-view.tsx'
import type { BlockNode, HeadingNode, ParagraphNode } from './nodes.ts'
import { PlainText } from './plain-text.tsx'
import { TableView } from './table-view.tsx'

export interface BlockViewProps {
  block: BlockNode
  /** Drawn after the last character. */
  end?: ReactNode
}

/** A block as elements, those inside it included. An equal `block` is not drawn again. */
export const BlockView = memo(function BlockView({ block, end }: BlockViewProps): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <ParagraphView block={block} end={end} />
    case 'heading':
      return <HeadingView block={block} end={end} />
    case 'quote':
      return (
        <blockquote className="md-quote" dir={directionOfBlocks(block.children)}>
          {drawBlocks(block.children, end)}
        </blockquote>
      )
    case 'list':
      return (
        <ListView
          list={block}
          end={end}
          direction={directionOfBlocks(block.items.slice(0, DIRECTION_ITEMS))}
          drawBlocks={drawBlocks}
        />
      )
    case 'table':
      return <TableView table={block} end={end} />
    case 'code':
      return (
        <CodeBox language={block.language} chunks={block.chunks} isOpen={block.isOpen} end={end} />
      )
    case 'math':
      return <FormulaBlock text={block.text} isOpen={block.isOpen} end={end} />
    case 'html':
      return <PlainText chunks={chunkText(block.text)} end={end} />
    case 'plain':
      return <PlainText chunks={block.chunks} end={end} />
    case 'rule':
      return (
        <>
          <hr className="md-hr" />
          {end !== undefined && <p className="md-p">{end}</p>}
        </>
      )
    case 'note':
      // Drawn at the end of the answer.
      return null
    default:
      return block satisfies never
  }
})

/** The direction of a list is that of its first items, so that a growing one does not flip. */
const DIRECTION_ITEMS = 8

/** Blocks inside a quote, an item or a footnote; the last one carries `end`. */
export function drawBlocks(blocks: readonly BlockNode[], end: ReactNode): ReactNode {
  if (blocks.length === 0) return end
  return blocks.map((block, index) => (
    <BlockView
      key={block.start}
      block={block}
      end={index === blocks.length - 1 ? end : undefined}
    />
  ))
}

function ParagraphView({ block, end }: { block: ParagraphNode; end: ReactNode }): ReactNode {
  const { inlines } = block.phrase
  return (
    <p className="md-p" dir={directionOf(inlines)}>
      <Inline inlines={inlines} end={end} />
    </p>
  )
}

/** Looks as deep as the text says; its place in the page's outline is another matter. */
function HeadingView({ block, end }: { block: HeadingNode; end: ReactNode }): ReactNode {
  const Heading = `h${use(HeadingLevelsContext).levelOf(block)}` as 'h3'
  const { inlines } = block.phrase
  return (
    <Heading className={`md-h md-h${block.depth}`} dir={directionOf(inlines)}>
      <Inline inlines={inlines} end={end} />
    </Heading>
  )
}

import { memo, type ReactNode, use, useCallback, useId } from 'react'
import { CodeBox } from './code-box.tsx'
import { chunkText } from './code-chunks.ts'
import { FormulaBlock } from './formula.tsx'
import { Grouped } from './grouped.tsx'
import { HeadingLevelsContext } from './heading-levels.tsx'
import { Inline } from './inline.tsx'
import { directionOfBlocks, readingOf } from './node-text.ts'
import type { BlockNode, HeadingNode, ItemNode, ListNode, ParagraphNode } from './nodes.ts'
import { PlainText } from './plain-text.tsx'
import { TableView } from './table-view.tsx'

export interface BlockViewProps {
  block: BlockNode
  /** Drawn after the last character. */
  end?: ReactNode
}

/** A block as elements, including nested blocks. An equal `block` is not rendered again. */
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
      return <ListView list={block} end={end} />
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

/** Blocks inside a quote, an item or a footnote; the last of them carries `end`. */
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
    <p className="md-p" {...readingOf(inlines)}>
      <Inline inlines={inlines} end={end} />
    </p>
  )
}

/** Has the size of its depth in the text; its level in the page's outline may differ. */
function HeadingView({ block, end }: { block: HeadingNode; end: ReactNode }): ReactNode {
  const Heading = `h${use(HeadingLevelsContext).levelOf(block)}` as 'h3'
  const { inlines } = block.phrase
  return (
    <Heading className={`md-h md-h${block.depth}`} {...readingOf(inlines)}>
      <Inline inlines={inlines} end={end} />
    </Heading>
  )
}

/** A list takes its direction from its first items, so that a growing list does not flip. */
const DIRECTION_ITEMS = 8

/** A list. Its finished items are not rendered again while it grows. */
function ListView({ list, end }: { list: ListNode; end: ReactNode }): ReactNode {
  const { isLoose, items } = list
  const draw = useCallback(
    (item: ItemNode, _index: number, itemEnd: ReactNode) => (
      <ListItem key={item.start} item={item} isLoose={isLoose} end={itemEnd} />
    ),
    [isLoose],
  )
  const direction = directionOfBlocks(items.slice(0, DIRECTION_ITEMS))
  const drawn = <Grouped items={items} end={end} draw={draw} />
  if (!list.isOrdered) {
    return (
      <ul className="md-list" dir={direction}>
        {drawn}
      </ul>
    )
  }
  return (
    <ol className="md-list" dir={direction} start={list.firstNumber}>
      {drawn}
    </ol>
  )
}

interface ListItemProps {
  item: ItemNode
  /** True if the items of the list are paragraphs. */
  isLoose: boolean
  end: ReactNode
}

const ListItem = memo(function ListItem({ item, isLoose, end }: ListItemProps): ReactNode {
  const id = useId()
  const [first, ...rest] = item.children
  const content =
    first?.type === 'paragraph' ? (
      <>
        <ItemText
          block={first}
          isLoose={isLoose}
          id={id}
          end={rest.length === 0 ? end : undefined}
        />
        {rest.length > 0 && drawItemRest(rest, { isLoose, end })}
      </>
    ) : (
      drawItemRest(item.children, { isLoose, end })
    )
  if (item.isDone === undefined) return <li>{content}</li>
  return (
    <li className="md-task">
      <input type="checkbox" disabled checked={item.isDone} aria-labelledby={id} />
      {content}
    </li>
  )
})

/** In a tight list, a paragraph after other blocks is a line of text too. */
function drawItemRest(
  blocks: readonly BlockNode[],
  { isLoose, end }: Omit<ListItemProps, 'item'>,
): ReactNode {
  if (isLoose || !blocks.some(({ type }) => type === 'paragraph')) return drawBlocks(blocks, end)
  return blocks.map((block, index) => {
    const blockEnd = index === blocks.length - 1 ? end : undefined
    return block.type === 'paragraph' ? (
      <ItemText key={block.start} block={block} isLoose={false} end={blockEnd} />
    ) : (
      drawBlocks([block], blockEnd)
    )
  })
}

function ItemText({
  block,
  isLoose,
  id,
  end,
}: {
  block: ParagraphNode
  isLoose: boolean
  id?: string
  end: ReactNode
}): ReactNode {
  const Element = isLoose ? 'p' : 'span'
  const { inlines } = block.phrase
  return (
    <Element className={isLoose ? 'md-p' : 'md-item'} id={id} {...readingOf(inlines)}>
      <Inline inlines={inlines} end={end} />
    </Element>
  )
}

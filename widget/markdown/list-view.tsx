import { memo, type ReactNode, useCallback, useId } from 'react'
import { Grouped } from './grouped.tsx'
import { Inline } from './inline.tsx'
import { directionOf } from './inline-text.ts'
import type { BlockNode, ItemNode, ListNode, ParagraphNode } from './nodes.ts'
import type { TextDirection } from './text-direction.ts'

/** Draws the blocks inside an item. Passed in, since blocks hold lists and lists hold blocks. */
export type DrawBlocks = (blocks: readonly BlockNode[], end: ReactNode) => ReactNode

export interface ListViewProps {
  list: ListNode
  direction: TextDirection | undefined
  /** Drawn after the last character. */
  end?: ReactNode
  drawBlocks: DrawBlocks
}

/** A list; its finished items are not drawn again while it grows. */
export function ListView({ list, direction, end, drawBlocks }: ListViewProps): ReactNode {
  const { isLoose } = list
  const draw = useCallback(
    (item: ItemNode, _index: number, itemEnd: ReactNode) => (
      <ListItem
        key={item.start}
        item={item}
        isLoose={isLoose}
        end={itemEnd}
        drawBlocks={drawBlocks}
      />
    ),
    [isLoose, drawBlocks],
  )
  const items = <Grouped items={list.items} end={end} draw={draw} />
  if (!list.isOrdered) {
    return (
      <ul className="md-list" dir={direction}>
        {items}
      </ul>
    )
  }
  return (
    <ol className="md-list" dir={direction} start={list.firstNumber}>
      {items}
    </ol>
  )
}

interface ListItemProps {
  item: ItemNode
  /** Items of a loose list are paragraphs. */
  isLoose: boolean
  end: ReactNode
  drawBlocks: DrawBlocks
}

const ListItem = memo(function ListItem({
  item,
  isLoose,
  end,
  drawBlocks,
}: ListItemProps): ReactNode {
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
        {rest.length > 0 && drawItemRest(rest, { isLoose, end, drawBlocks })}
      </>
    ) : (
      drawItemRest(item.children, { isLoose, end, drawBlocks })
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
  { isLoose, end, drawBlocks }: Omit<ListItemProps, 'item'>,
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
    <Element className={isLoose ? 'md-p' : 'md-item'} id={id} dir={directionOf(inlines)}>
      <Inline inlines={inlines} end={end} />
    </Element>
  )
}

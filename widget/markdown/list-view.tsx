import type { MarkedToken, Token, Tokens } from 'marked'
import { memo, type ReactNode, useCallback, useId } from 'react'
import { Grouped } from './grouped.tsx'
import { Inline } from './inline.tsx'
import { directionOf } from './inline-text.ts'
import { standardTokens } from './walk-tokens.ts'

/** Draws the blocks inside an item. Passed in, since blocks hold lists and lists hold blocks. */
export type DrawBlocks = (tokens: readonly Token[], end: ReactNode) => ReactNode

export interface ListViewProps {
  token: Tokens.List
  /** Drawn after the last character. */
  end?: ReactNode
  drawBlocks: DrawBlocks
}

/** The direction of a list is that of its first items, so that a growing one does not flip. */
const DIRECTION_ITEMS = 8

/** A list; its finished items are not drawn again while it grows. */
export function ListView({ token, end, drawBlocks }: ListViewProps): ReactNode {
  const isLoose = token.loose
  const draw = useCallback(
    (item: Tokens.ListItem, index: number, itemEnd: ReactNode) => (
      <ListItem key={index} item={item} isLoose={isLoose} end={itemEnd} drawBlocks={drawBlocks} />
    ),
    [isLoose, drawBlocks],
  )
  const items = <Grouped items={token.items} end={end} draw={draw} />
  const dir = directionOf({ tokens: token.items.slice(0, DIRECTION_ITEMS) })
  if (!token.ordered) {
    return (
      <ul className="md-list" dir={dir}>
        {items}
      </ul>
    )
  }
  return (
    <ol className="md-list" dir={dir} start={token.start === '' ? 1 : token.start}>
      {items}
    </ol>
  )
}

interface ListItemProps {
  item: Tokens.ListItem
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
  const children = standardTokens(item.tokens).filter(
    ({ type }) => type !== 'checkbox' && type !== 'space',
  )
  const [first, ...rest] = children
  const hasText = first?.type === 'text' || first?.type === 'paragraph'
  const content = hasText ? (
    <>
      <ItemText token={first} isLoose={isLoose} id={id} end={rest.length === 0 ? end : undefined} />
      {rest.length > 0 && drawBlocks(rest, end)}
    </>
  ) : (
    drawBlocks(children, end)
  )
  if (!item.task) return <li>{content}</li>
  return (
    <li className="md-task">
      <input type="checkbox" disabled checked={item.checked === true} aria-labelledby={id} />
      {content}
    </li>
  )
})

function ItemText({
  token,
  isLoose,
  id,
  end,
}: {
  token: MarkedToken & { type: 'text' | 'paragraph' }
  isLoose: boolean
  id: string
  end: ReactNode
}): ReactNode {
  const Element = isLoose ? 'p' : 'span'
  return (
    <Element className={isLoose ? 'md-p' : 'md-item'} id={id} dir={directionOf(token)}>
      <Inline tokens={token.tokens} end={end} />
    </Element>
  )
}

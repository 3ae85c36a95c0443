import { memo, type ReactNode } from 'react'

/** Small enough to render at once, large enough that a thousand items form a few dozen groups. */
const GROUP_SIZE = 24

/** Renders one item; `end` is passed only to the last. A new function renders all items again. */
export type DrawItem<Item> = (item: Item, index: number, end: ReactNode) => ReactNode

export interface GroupedProps<Item> {
  /** Grows at its end; equal items are not rendered again. */
  items: readonly Item[]
  /** Drawn after the last character. */
  end: ReactNode
  draw: DrawItem<Item>
}

/**
 * A growing list of items in groups. React visits every child of a rendered element, so without groups each word of
 * a long answer would cost a visit to all of its blocks.
 */
export function Grouped<Item>({ items, end, draw }: GroupedProps<Item>): ReactNode {
  const groups: ReactNode[] = []
  for (let offset = 0; offset < items.length; offset += GROUP_SIZE) {
    const isLast = offset + GROUP_SIZE >= items.length
    groups.push(
      <Group
        key={offset}
        items={items.slice(offset, offset + GROUP_SIZE)}
        offset={offset}
        end={isLast ? end : undefined}
        draw={draw as DrawItem<unknown>}
      />,
    )
  }
  return groups
}

interface GroupProps extends GroupedProps<unknown> {
  offset: number
}

const Group = memo(function Group({ items, offset, end, draw }: GroupProps): ReactNode {
  return items.map((item, index) =>
    draw(item, offset + index, index === items.length - 1 ? end : undefined),
  )
}, isSameGroup)

function isSameGroup(before: GroupProps, after: GroupProps): boolean {
  return (
    before.end === after.end &&
    before.draw === after.draw &&
    before.items.length === after.items.length &&
    before.items.every((item, index) => item === after.items[index])
  )
}

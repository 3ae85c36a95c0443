import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { UnreadError } from '../../unread-error.ts'
import { DEPTH_MAX, ELEMENTS_MAX } from '../read-limits.ts'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
export type Page = DefaultTreeAdapterTypes.Document

/**
 * The tree of a page as a browser that runs scripts would begin with it.
 *
 * @throws UnreadError `broken` for elements that are too many or too deep.
 */
export function parseHtml(html: string): Page {
  let depth = 0
  let elements = 0
  return parse(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...parts) {
        elements += 1
        if (elements > ELEMENTS_MAX) {
          throw new UnreadError('broken', `The page has more than ${ELEMENTS_MAX} elements.`)
        }
        return defaultTreeAdapter.createElement(...parts)
      },
      onItemPush() {
        depth += 1
        if (depth > DEPTH_MAX) {
          throw new UnreadError('broken', `Elements of the page are nested ${DEPTH_MAX} times.`)
        }
      },
      onItemPop() {
        depth -= 1
      },
    },
  })
}

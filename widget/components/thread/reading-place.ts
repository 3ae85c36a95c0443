/** The message at the upper edge of the view, and where both were. */
export interface ReadingPlace {
  readonly element: HTMLElement
  readonly top: number
  readonly scrollTop: number
}

/** Binary search, since it runs on every scroll of a long thread. */
export function findReadingPlace(log: HTMLElement, content: HTMLElement): ReadingPlace | null {
  const { scrollTop } = log
  const { children } = content
  let low = 0
  let high = children.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const child = children[middle] as HTMLElement
    if (child.offsetTop + child.offsetHeight > scrollTop) high = middle
    else low = middle + 1
  }
  const found = children[low] as HTMLElement | undefined
  // A folded block may be drawn the next moment, and would be no mark then.
  const isMark = found?.tagName === 'ARTICLE' || found?.nextElementSibling?.tagName !== 'ARTICLE'
  const element = isMark ? found : (found?.nextElementSibling as HTMLElement | undefined)
  return element === undefined ? null : { element, top: element.offsetTop, scrollTop }
}

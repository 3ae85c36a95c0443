import { type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react'
import { TabStopsContext } from './tab-stops-context.tsx'
import type { TextDirection } from './text-direction.ts'

export interface ScrollBoxProps {
  className: string
  /** The accessible name. */
  label: string
  /** While it grows nobody asks for its size, which would cost a layout at each word: it may scroll. */
  isGrowing: boolean
  dir?: TextDirection | undefined
  /** Default `div`. */
  as?: 'div' | 'pre'
  children: ReactNode
}

/**
 * A box that scrolls sideways; a tab stop only when it does or may, and only where `TabStopsContext` lets it.
 * Has one child, which may be wider.
 */
export function ScrollBox({
  className,
  label,
  isGrowing,
  dir,
  as: Element = 'div',
  children,
}: ScrollBoxProps): ReactNode {
  const box = useRef<HTMLDivElement & HTMLPreElement>(null)
  const overflows = useOverflow(box, isGrowing)
  const tabIndex = use(TabStopsContext) ? 0 : -1
  return (
    <Element
      ref={box}
      className={className}
      data-growing={isGrowing || undefined}
      role="group"
      aria-label={label}
      // The keyboard scrolls what is focused.
      tabIndex={overflows || isGrowing ? tabIndex : undefined}
      translate={Element === 'pre' ? 'no' : undefined}
      dir={dir}
    >
      {children}
    </Element>
  )
}

/** Whether the child is wider than the box; told by the browser after layout, never asked for. */
function useOverflow(box: RefObject<Element | null>, isPaused: boolean): boolean {
  const [overflows, setOverflows] = useState(false)

  useEffect(() => {
    const element = box.current
    const child = element?.firstElementChild
    if (isPaused || element === null || !child) return
    let inside = 0
    let around = 0
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect, borderBoxSize } of entries) {
        if (target === element) around = contentRect.width
        else inside = borderBoxSize[0]?.inlineSize ?? contentRect.width
      }
      // A pixel's fraction is rounding, not overflow.
      setOverflows(inside > around + 1)
    })
    observer.observe(element)
    observer.observe(child)
    return () => observer.disconnect()
  }, [box, isPaused])

  return overflows
}

import { type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react'
import { TabStopsContext } from './tab-stops-context.tsx'
import type { TextDirection } from '../../shared/text-direction.ts'

export interface ScrollBoxProps {
  className: string
  /** The accessible name. */
  label: string
  /** Content that grows is not measured, which would cost a layout per word: it counts as scrollable. */
  isGrowing: boolean
  dir?: TextDirection | undefined
  /** Default `div`. */
  as?: 'div' | 'pre'
  children: ReactNode
}

/**
 * A box that scrolls sideways; a tab stop only if it does or may, and only if `TabStopsContext` permits it. Has one
 * child, which may be wider.
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
      // Scrolling by keyboard needs the focus.
      tabIndex={overflows || isGrowing ? tabIndex : undefined}
      translate={Element === 'pre' ? 'no' : undefined}
      dir={dir}
    >
      {children}
    </Element>
  )
}

/** True if the child is wider than the box. Observed after layout, never measured synchronously. */
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
      // A fraction of a pixel is rounding, not overflow.
      setOverflows(inside > around + 1)
    })
    observer.observe(element)
    observer.observe(child)
    return () => observer.disconnect()
  }, [box, isPaused])

  return overflows
}

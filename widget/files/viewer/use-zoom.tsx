import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { maxScaleOf, panBy, WHOLE, zoomTo, type Bounds, type Point, type View } from './zoom.ts'

export interface Zoom {
  readonly stage: RefObject<HTMLDivElement | null>
  readonly picture: RefObject<HTMLImageElement | null>
  readonly view: View
  /** True if the image follows a finger. */
  readonly isHeld: boolean
  readonly isLargest: boolean
  /** The view now; `view` is the last drawn one. */
  now(): View
  bounds(): Bounds
  show(view: View, isHeld?: boolean): void
}

const WHEEL_SPEED = 0.01
const WHEEL_LINE_PX = 16

/** The view of the image, changed by gestures, the wheel and the size of the window. */
export function useZoom(): Zoom {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [shown, setShown] = useState({ view: WHOLE, isHeld: false, isLargest: false })
  const current = useRef(WHOLE)

  function bounds(): Bounds {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = picture.current ?? {}
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
    return {
      image: { width, height },
      stage: { width: clientWidth, height: clientHeight },
      maxScale: maxScaleOf(picture.current?.naturalWidth ?? 0, width),
    }
  }

  function show(view: View, isHeld = false): void {
    current.current = view
    setShown({ view, isHeld, isLargest: view.scale >= bounds().maxScale })
  }

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    const view = current.current
    // A pinch on a trackpad is a wheel event with Ctrl.
    if (!event.ctrlKey && view.scale === 1) return
    event.preventDefault()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1
    if (event.ctrlKey) {
      const scale = view.scale * Math.exp(-event.deltaY * unit * WHEEL_SPEED)
      show(zoomTo(view, scale, bounds(), fromMiddle(stage.current!, event)), true)
    } else show(panBy(view, { x: -event.deltaX * unit, y: -event.deltaY * unit }, bounds()), true)
  })
  const handleResize = useEffectEvent(() => show(panBy(current.current, WHOLE, bounds())))

  useEffect(() => {
    const element = stage.current
    const wheel = (event: WheelEvent) => handleWheel(event)
    const resize = () => handleResize()
    // React's listener is passive, and so cannot keep the browser from zooming the page.
    element?.addEventListener('wheel', wheel, { passive: false })
    window.addEventListener('resize', resize)
    return () => {
      element?.removeEventListener('wheel', wheel)
      window.removeEventListener('resize', resize)
    }
  }, [])

  return { stage, picture, ...shown, now: () => current.current, bounds, show }
}

/** Position of a pointer, relative to the middle of the stage. */
export function fromMiddle(
  stage: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

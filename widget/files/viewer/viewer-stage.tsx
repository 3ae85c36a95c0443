import { useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { isLocal } from '../use-file-address.tsx'
import { createGestures, type Side, type Touch } from './gestures.ts'
import { fromMiddle, type Zoom } from './use-zoom.tsx'

export interface ViewerStageProps {
  zoom: Zoom
  name: string
  address: string
  onWalk: (side: Side) => boolean
  onError: () => void
  /** Called after a press beside the image. */
  onLeave: () => void
}

/** The image, with gestures of fingers and mouse. */
export function ViewerStage({ zoom, name, address, onWalk, onError, onLeave }: ViewerStageProps) {
  const { view, isHeld, now, bounds, show } = zoom
  const walk = useRef(onWalk)
  const [gestures] = useState(() =>
    createGestures({ view: now, bounds, show, walk: (side) => walk.current(side) }),
  )
  const isBeside = useRef(false)
  useLayoutEffect(() => {
    walk.current = onWalk
  })

  function handleDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    isBeside.current = event.target === event.currentTarget
    // Follow the pointer also outside of the stage.
    event.currentTarget.setPointerCapture(event.pointerId)
    gestures.down(read(event))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape and the button do the same
    <div
      ref={zoom.stage}
      className="viewer-stage"
      tabIndex={-1}
      onPointerDown={handleDown}
      // A mouse button released outside of the frame may not be reported, so check it here.
      onPointerMove={(event) => gestures[event.buttons === 0 ? 'up' : 'move'](read(event))}
      onPointerUp={(event) => gestures.up(read(event))}
      onPointerCancel={(event) => gestures.cancel(read(event))}
      // On click, not on pointerdown: otherwise the press would end on the element behind the viewer.
      onClick={() => isBeside.current && gestures.wasTap() && onLeave()}
    >
      <img
        // Another image does not slide in from this one's position.
        key={address}
        ref={zoom.picture}
        className="viewer-image"
        src={address}
        alt={name}
        // A cross-origin isolated page shows images of other origins only if requested in this mode.
        crossOrigin={isLocal(address) ? undefined : 'anonymous'}
        draggable={false}
        data-held={isHeld}
        data-zoomed={view.scale > 1}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        onError={onError}
      />
    </div>
  )
}

const read = (event: PointerEvent<HTMLElement>): Touch => ({
  pointerId: event.pointerId,
  at: fromMiddle(event.currentTarget, event),
  timeMs: event.timeStamp,
})

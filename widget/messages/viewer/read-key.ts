import type { Side } from './gestures.ts'
import { PAN_STEP_PX, type Point } from './zoom.ts'

/** What a key of the viewer asks for. */
export type KeyWish =
  | { readonly type: 'zoom'; readonly step: 1 | 0 | -1 }
  | { readonly type: 'pan'; readonly by: Point }
  | { readonly type: 'walk'; readonly side: Side }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Where an arrow leads; the image goes the other way. */
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** `=` is the key of the plus without Shift. */
const STEPS: Readonly<Record<string, 1 | 0 | -1>> = { '+': 1, '=': 1, '-': -1, '0': 0 }

/** What a key means: arrows walk, and look around in an image that is zoomed. `null`: nothing, or the browser's own. */
export function readKey(
  { key, ctrlKey, metaKey, altKey }: Press,
  isZoomed: boolean,
): KeyWish | null {
  if (ctrlKey || metaKey || altKey) return null
  const step = STEPS[key]
  if (step !== undefined) return { type: 'zoom', step }
  const arrow = ARROWS[key]
  if (arrow === undefined) return null
  if (isZoomed) {
    return { type: 'pan', by: { x: -arrow.x * PAN_STEP_PX, y: -arrow.y * PAN_STEP_PX } }
  }
  if (arrow.x === 0) return null
  return { type: 'walk', side: arrow.x < 0 ? 'left' : 'right' }
}

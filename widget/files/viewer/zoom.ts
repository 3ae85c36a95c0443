/** View of an image: scale, and offset of its middle from the middle of the stage, in pixels. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Bounds of a view: the fitted image, the stage, and the largest scale. */
export interface Bounds {
  readonly image: Size
  readonly stage: Size
  readonly maxScale: number
}

/** The whole image, in the middle. */
export const WHOLE: View = { scale: 1, x: 0, y: 0 }
/** Factor of a zoom by a button or key. */
export const ZOOM_STEP = 1.5
/** Scale after a double tap on the whole image. */
export const TAP_SCALE = 2.5
/** Movement of a zoomed image by an arrow key. */
export const PAN_STEP_PX = 64
/** Smallest maximum scale. Images with more pixels can be zoomed until each has its own. */
const LEAST_MAX_SCALE = 4

export const maxScaleOf = (naturalWidth: number, width: number): number =>
  width > 0 ? Math.max(LEAST_MAX_SCALE, naturalWidth / width) : LEAST_MAX_SCALE

/** Changes the scale around `at`, which counts from the middle of the stage. */
export function zoomTo(view: View, scale: number, bounds: Bounds, at: Point = WHOLE): View {
  const next = Math.min(Math.max(scale, 1), bounds.maxScale)
  const ratio = next / view.scale
  const x = at.x - (at.x - view.x) * ratio
  const y = at.y - (at.y - view.y) * ratio
  return keepInside({ scale: next, x, y }, bounds)
}

/** Moves the image, at most until its edge reaches the stage's. */
export const panBy = (view: View, { x, y }: Point, bounds: Bounds): View =>
  keepInside({ ...view, x: view.x + x, y: view.y + y }, bounds)

function keepInside({ scale, x, y }: View, { image, stage }: Bounds): View {
  return {
    scale,
    x: clamp(x, (image.width * scale - stage.width) / 2),
    y: clamp(y, (image.height * scale - stage.height) / 2),
  }
}

/** Limits to `reach` on either side; an image without space to move stays in the middle. */
function clamp(value: number, reach: number): number {
  return reach > 0 ? Math.min(Math.max(value, -reach), reach) : 0
}

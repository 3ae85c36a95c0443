/** How an image is seen: its scale, and how far its middle is from the middle of the stage, in pixels. */
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

/** What bounds a view: the image as it fits, the stage around it, and the largest scale. */
export interface Bounds {
  readonly image: Size
  readonly stage: Size
  readonly maxScale: number
}

/** The whole image, in the middle. */
export const WHOLE: View = { scale: 1, x: 0, y: 0 }
/** What a press of a button or a key makes it larger by. */
export const ZOOM_STEP = 1.5
/** What two taps make of the whole image. */
export const TAP_SCALE = 2.5
/** How far an arrow key moves a larger image. */
export const PAN_STEP_PX = 64
/** Any image can be seen this large; one with more pixels until each has its own. */
const LEAST_MAX_SCALE = 4

export const maxScaleOf = (naturalWidth: number, width: number): number =>
  width > 0 ? Math.max(LEAST_MAX_SCALE, naturalWidth / width) : LEAST_MAX_SCALE

/** Another scale, with the point of the image that is at `at` staying there; `at` counts from the stage's middle. */
export function zoomTo(view: View, scale: number, bounds: Bounds, at: Point = WHOLE): View {
  const next = Math.min(Math.max(scale, 1), bounds.maxScale)
  const ratio = next / view.scale
  const x = at.x - (at.x - view.x) * ratio
  const y = at.y - (at.y - view.y) * ratio
  return keepInside({ scale: next, x, y }, bounds)
}

/** The image moved; its edge comes no further than to the stage's. */
export const panBy = (view: View, { x, y }: Point, bounds: Bounds): View =>
  keepInside({ ...view, x: view.x + x, y: view.y + y }, bounds)

function keepInside({ scale, x, y }: View, { image, stage }: Bounds): View {
  return {
    scale,
    x: clamp(x, (image.width * scale - stage.width) / 2),
    y: clamp(y, (image.height * scale - stage.height) / 2),
  }
}

/** Within as far on either side; what has no room to move stays in the middle. */
function clamp(value: number, reach: number): number {
  return reach > 0 ? Math.min(Math.max(value, -reach), reach) : 0
}

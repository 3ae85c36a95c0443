import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { contrastOf, lightOf } from './contrast.ts'

/** Maximum distance of a ring from its element, in pixels. */
const AROUND = 6
const ENOUGH_CONTRAST = 3

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * A frame of another origin is painted by a separate process, so a screenshot of the page could contain its
 * earlier state.
 */
const paintFrames = (page: Page) =>
  Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(async () => {
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
      }),
    ),
  )

/** A screenshot of an area without its colours: the luminance of each pixel. */
export async function readLights(page: Page, clip: Clip): Promise<readonly number[]> {
  await paintFrames(page)
  const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: info.width * info.height }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * index, 3 * index + 3)
    return lightOf(red, green, blue)
  })
}

/** The number of pixels that differ by 3:1 or more. */
export const countSeen = (before: readonly number[], after: readonly number[]): number =>
  after.filter((light, index) => contrastOf(light, before[index]!) >= ENOUGH_CONTRAST).length

/**
 * Thickness of an element's focus ring: the number of pixels that differ by 3:1 or more from a picture
 * without the focus, per pixel of the element's edge.
 *
 * @param ringed the element that the ring is drawn around. Default: the element.
 */
export async function measureRing(page: Page, element: Locator, ringed = element) {
  const { x, y, width, height } = (await ringed.boundingBox())!
  const clip = {
    x: x - AROUND,
    y: y - AROUND,
    width: width + 2 * AROUND,
    height: height + 2 * AROUND,
  }
  await element.evaluate(() => (document.activeElement as HTMLElement).blur())
  const without = await readLights(page, clip)
  await element.focus()
  return countSeen(without, await readLights(page, clip)) / (2 * (width + height))
}

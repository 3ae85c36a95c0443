import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** A picture without transparency: three bytes a pixel. */
export interface Picture {
  readonly width: number
  readonly data: Buffer
}

export async function readPicture(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, data }
}

/** Records every frame that the page paints while `run` runs. */
export async function recordFrames(page: Page, run: () => Promise<void>): Promise<Picture[]> {
  const session = await page.context().newCDPSession(page)
  const frames: string[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data)
    // A page that is gone needs no further frames.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  await run()
  await session.send('Page.stopScreencast')
  await session.detach()
  return Promise.all(frames.map((frame) => readPicture(Buffer.from(frame, 'base64'))))
}

const DARK = 110
const LIGHT = 200
/** Between the two: a word that fades in counts as soon as it can be read. */
const READABLE = 175

const lightOf = ({ data }: Picture, index: number): number =>
  (data[3 * index]! + data[3 * index + 1]! + data[3 * index + 2]!) / 3

/** Pixels of one picture's words at which none of the others has any. */
export function wordsOnlyIn(picture: Picture, others: readonly Picture[]): readonly number[] {
  const found: number[] = []
  for (let index = 0; index < picture.data.length / 3; index += 1) {
    if (lightOf(picture, index) > DARK) continue
    if (others.every((other) => lightOf(other, index) > LIGHT)) found.push(index)
  }
  return found
}

/** The share of these pixels that are dark enough to be read. */
export const shareSeen = (picture: Picture, words: readonly number[]): number =>
  words.filter((index) => lightOf(picture, index) < READABLE).length / words.length

/** The number of coloured pixels with a hue in this range, in degrees. */
export function countHue({ data }: Picture, from: number, to: number): number {
  let count = 0
  for (let place = 0; place < data.length; place += 3) {
    const [red, green, blue] = [data[place]!, data[place + 1]!, data[place + 2]!]
    const top = Math.max(red, green, blue)
    const range = top - Math.min(red, green, blue)
    if (range < 40) continue
    const sector =
      top === red
        ? ((green - blue) / range + 6) % 6
        : top === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4
    if (sector * 60 >= from && sector * 60 <= to) count += 1
  }
  return count
}

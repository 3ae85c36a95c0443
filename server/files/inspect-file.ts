import { AlcoveError } from '../../shared/errors.ts'
import type { AmountName } from '../limits/limit-table.ts'
import { gif } from './images/gif.ts'
import type { ImageFacts, ImageFormat } from './images/image-format.ts'
import { jpeg } from './images/jpeg.ts'
import { png } from './images/png.ts'
import { webp } from './images/webp.ts'
import { createSizeError } from './receive-upload.ts'
import { sniff, type SniffedType } from './file-types.ts'

type ImageLimit = Extract<
  AmountName,
  'imageBytes' | 'imageSidePixels' | 'imagePixels' | 'imageFrames'
>

export interface InspectedFile {
  readonly mediaType: SniffedType
  /** The bytes to store: those of an image have no metadata about people and places. */
  readonly bytes: Uint8Array
}

const FORMATS: Readonly<Partial<Record<SniffedType, ImageFormat>>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
}

/**
 * Detects a file's type, and returns the bytes to store.
 *
 * Images lose their metadata by omission of the parts that hold it. They are not decoded: the pixels stay bit
 * for bit as sent, an animation stays one, and no decoder processes hostile bytes.
 *
 * @throws AlcoveError `too_large`, `file_rejected`.
 */
export function inspectFile(
  bytes: Uint8Array,
  limitOf: (name: ImageLimit) => number,
): InspectedFile {
  const mediaType = sniff(bytes)
  const format = FORMATS[mediaType]
  if (!format) return { mediaType, bytes }
  const imageBytes = limitOf('imageBytes')
  if (bytes.byteLength > imageBytes) throw createSizeError(imageBytes)
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const facts = format.readFacts(image)
  if (!facts || facts.width === 0 || facts.height === 0) throw createBrokenError(mediaType)
  checkFacts(facts, limitOf)
  const cleaned = format.clean(image)
  if (!cleaned) throw createBrokenError(mediaType)
  return { mediaType, bytes: cleaned }
}

function checkFacts({ width, height, frames }: ImageFacts, limitOf: (name: ImageLimit) => number) {
  const [side, pixels, most] = [
    limitOf('imageSidePixels'),
    limitOf('imagePixels'),
    limitOf('imageFrames'),
  ]
  if (Math.max(width, height) > side || width * height > pixels) {
    throw new AlcoveError(
      'file_rejected',
      `The image is ${width} × ${height} pixels large; at most ${side} a side and ${pixels} in all are taken.`,
    )
  }
  if (frames > most) {
    throw new AlcoveError(
      'file_rejected',
      `The image has ${frames} frames; at most ${most} are taken.`,
    )
  }
}

const createBrokenError = (mediaType: string): AlcoveError =>
  new AlcoveError('file_rejected', `The file begins as ${mediaType} but cannot be read as one.`)

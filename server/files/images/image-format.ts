/**
 * An image has dozens of parts, an animation hundreds. Parts beyond this are left out, so that millions of
 * empty ones cost nothing.
 */
export const IMAGE_PARTS_MAX = 20_000

/** Facts of an image's header, read without decoding a pixel. */
export interface ImageFacts {
  /** The maximum width and height that a decoder would allocate. */
  readonly width: number
  readonly height: number
  /** 1 for a still image. */
  readonly frames: number
}

/** Reader and rewriter of one format. Both return undefined for bytes that are not a whole image. */
export interface ImageFormat {
  readFacts(bytes: Buffer): ImageFacts | undefined
  /**
   * The same image, pixel for pixel, without metadata about people and places: nothing is decoded. The
   * orientation stays, because without it a photo would lie on its side.
   */
  clean(bytes: Buffer): Buffer | undefined
}

const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3
const ENTRY_BYTES = 12
const UPRIGHT = 1
const MOST_TURNED = 8
/** A directory has a few dozen entries; a longer one is not a camera's. */
const ENTRIES_MAX = 512

/** The orientation in TIFF data (the body of EXIF): 1, upright, to 8; 1 if it is unreadable. */
export function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return UPRIGHT
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return UPRIGHT
  const count = Math.min(read16(start), ENTRIES_MAX)
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > tiff.length) return UPRIGHT
    if (read16(at) !== ORIENTATION_TAG || read16(at + 2) !== SHORT_TYPE) continue
    const value = read16(at + 8)
    return value >= UPRIGHT && value <= MOST_TURNED ? value : UPRIGHT
  }
  return UPRIGHT
}

/** TIFF data with an orientation and nothing else; undefined for an upright image. */
export function writeOrientation(orientation: number): Buffer | undefined {
  if (orientation === UPRIGHT) return undefined
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION_TAG, 10)
  tiff.writeUInt16BE(SHORT_TYPE, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

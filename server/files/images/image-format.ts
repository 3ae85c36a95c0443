/**
 * An image has dozens of parts, an animation hundreds. What stands behind so many is left out, so that
 * millions of empty ones cost nothing.
 */
export const IMAGE_PARTS_MAX = 20_000

/** What an image's header says, read without decoding a pixel. */
export interface ImageFacts {
  /** The widest and the highest of all that a decoder would allocate. */
  readonly width: number
  readonly height: number
  /** 1 when it stands still. */
  readonly frames: number
}

/** How one format is read and rewritten. Both answer undefined when the bytes are no whole image. */
export interface ImageFormat {
  readFacts(bytes: Buffer): ImageFacts | undefined
  /**
   * The same image, pixel for pixel, without what tells of people and places: nothing is decoded.
   * A turn that a camera noted stays, for without it the picture lies on its side.
   */
  clean(bytes: Buffer): Buffer | undefined
}

const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3
const ENTRY_BYTES = 12
const UPRIGHT = 1
const MOST_TURNED = 8
/** A directory has a few dozen entries; a longer one is no camera's. */
const ENTRIES_MAX = 512

/** The turn that TIFF data (the body of EXIF) notes: 1, upright, to 8; 1 when it is unreadable. */
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

/** TIFF data that notes a turn and nothing else; undefined for an upright picture. */
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

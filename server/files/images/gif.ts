import { IMAGE_PARTS_MAX, type ImageFormat } from './image-format.ts'

const HEADER_BYTES = 13
const IMAGE_HEADER_BYTES = 10
const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const APPLICATION = 0xff
const COMMENT = 0xfe
/** Extensions of applications that change the picture: only the number of repetitions of an animation. */
const KEPT_APPLICATIONS: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0']

interface Block {
  readonly kind: 'image' | 'extension'
  readonly whole: Buffer
}

const colourTableBytes = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)

const readBlocks = (bytes: Buffer) => walkBlocks(bytes).take(IMAGE_PARTS_MAX)

/** Blocks up to the trailer; stops at malformed bytes. */
function* walkBlocks(bytes: Buffer): Generator<Block> {
  if (bytes.length < HEADER_BYTES) return
  let at = HEADER_BYTES + colourTableBytes(bytes[10]!)
  while (at < bytes.length && bytes[at] !== TRAILER) {
    const isImage = bytes[at] === IMAGE
    if (!isImage && bytes[at] !== EXTENSION) return
    const head = isImage ? IMAGE_HEADER_BYTES : 2
    if (at + head >= bytes.length) return
    const table = isImage ? colourTableBytes(bytes[at + 9]!) + 1 : 0
    const end = endOfData(bytes, at + head + table)
    if (end === undefined) return
    yield { kind: isImage ? 'image' : 'extension', whole: bytes.subarray(at, end) }
    at = end
  }
}

/** Data is a chain of pieces, each after its length; a length of 0 ends it. */
function endOfData(bytes: Buffer, start: number): number | undefined {
  let at = start
  while (at < bytes.length) {
    const length = bytes[at]!
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}

export const gif: ImageFormat = {
  readFacts(bytes) {
    let frames = 0
    let [width, height] =
      bytes.length < HEADER_BYTES ? [0, 0] : [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
    for (const { kind, whole } of readBlocks(bytes)) {
      if (kind !== 'image') continue
      frames += 1
      // A decoder may allocate space for a frame that exceeds the screen.
      width = Math.max(width, whole.readUInt16LE(1) + whole.readUInt16LE(5))
      height = Math.max(height, whole.readUInt16LE(3) + whole.readUInt16LE(7))
    }
    return frames === 0 ? undefined : { width, height, frames }
  },

  clean(bytes) {
    const blocks = [...readBlocks(bytes)]
    if (!blocks.some(({ kind }) => kind === 'image')) return undefined
    const start = bytes.subarray(0, HEADER_BYTES + colourTableBytes(bytes[10]!))
    const kept = blocks.filter((block) => !isRemark(block)).map(({ whole }) => whole)
    return Buffer.concat([start, ...kept, Buffer.from([TRAILER])])
  },
}

function isRemark({ kind, whole }: Block): boolean {
  if (kind === 'image') return false
  if (whole[1] === COMMENT) return true
  const application = whole.toString('latin1', 3, 14)
  return whole[1] === APPLICATION && !KEPT_APPLICATIONS.includes(application)
}

import { crc32 } from 'node:zlib'
import {
  IMAGE_PARTS_MAX,
  type ImageFormat,
  readOrientation,
  writeOrientation,
} from './image-format.ts'

const SIGNATURE_BYTES = 8
/** Length, type and check sum around each chunk's data. */
const CHUNK_OVERHEAD = 12
const HEADER_DATA_BYTES = 13

/** Chunks that affect the picture; every other chunk is metadata. */
const KEPT: ReadonlySet<string> = new Set(
  `IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST cICP mDCV cLLI
   acTL fcTL fdAT`.split(/\s+/),
)

interface Chunk {
  readonly type: string
  readonly data: Buffer
  /** With its length and check sum. */
  readonly whole: Buffer
}

const readChunks = (bytes: Buffer) => walkChunks(bytes).take(IMAGE_PARTS_MAX)

function* walkChunks(bytes: Buffer): Generator<Chunk> {
  let at = SIGNATURE_BYTES
  while (at + CHUNK_OVERHEAD <= bytes.length) {
    const end = at + CHUNK_OVERHEAD + bytes.readUInt32BE(at)
    if (end > bytes.length) return
    const type = bytes.toString('latin1', at + 4, at + 8)
    yield { type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) }
    if (type === 'IEND') return
    at = end
  }
}

export const png: ImageFormat = {
  readFacts(bytes) {
    const [header] = readChunks(bytes)
    if (header?.type !== 'IHDR' || header.data.length !== HEADER_DATA_BYTES) return undefined
    let frames = 0
    for (const { type } of readChunks(bytes)) if (type === 'fcTL') frames += 1
    return {
      width: header.data.readUInt32BE(0),
      height: header.data.readUInt32BE(4),
      frames: Math.max(frames, 1),
    }
  },

  clean(bytes) {
    const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)]
    let hasPixels = false
    let isWhole = false
    for (const { type, data, whole } of readChunks(bytes)) {
      if (type === 'eXIf') {
        const orientation = writeOrientation(readOrientation(data))
        if (orientation) kept.push(writeChunk('eXIf', orientation))
      }
      if (KEPT.has(type)) kept.push(whole)
      hasPixels ||= type === 'IDAT'
      isWhole ||= type === 'IEND'
    }
    return hasPixels && isWhole ? Buffer.concat(kept) : undefined
  },
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_OVERHEAD + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

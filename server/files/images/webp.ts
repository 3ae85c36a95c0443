import {
  IMAGE_PARTS_MAX,
  type ImageFacts,
  type ImageFormat,
  readOrientation,
  writeOrientation,
} from './image-format.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const FRAME_HEADER_BYTES = 16
/** A frame consists of a picture and its transparency. */
const FRAME_PARTS_MAX = 16
const HAS_EXIF = 0x08
const HAS_XMP = 0x04
const KEPT: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

function* readChunks(bytes: Buffer, start: number): Generator<Chunk> {
  let at = start
  while (at + CHUNK_HEADER_BYTES <= bytes.length) {
    const dataStart = at + CHUNK_HEADER_BYTES
    const dataEnd = dataStart + bytes.readUInt32LE(at + 4)
    if (dataEnd > bytes.length) return
    yield { type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(dataStart, dataEnd) }
    at = dataEnd + ((dataEnd - dataStart) % 2)
  }
}

/** Bytes after the length in the header do not belong to the image. */
function readFile(bytes: Buffer): Chunk[] {
  if (bytes.length < HEADER_BYTES) return []
  const end = Math.min(bytes.length, bytes.readUInt32LE(4) + CHUNK_HEADER_BYTES)
  return [...readChunks(bytes.subarray(0, end), HEADER_BYTES).take(IMAGE_PARTS_MAX)]
}

type Size = Pick<ImageFacts, 'width' | 'height'>

/** The size in a chunk; undefined if it has none, or is broken. */
function sizeOf({ type, data }: Chunk): Size | undefined {
  switch (type) {
    case 'VP8X':
      if (data.length < 10) return undefined
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
    case 'VP8 ':
      if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
    case 'VP8L': {
      if (data.length < 5 || data[0] !== 0x2f) return undefined
      const bits = data.readUInt32LE(1)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}

const isPicture = ({ type }: Chunk): boolean => type === 'VP8 ' || type === 'VP8L'

const readFrame = ({ data }: Chunk): Chunk[] => [
  ...readChunks(data, FRAME_HEADER_BYTES).take(FRAME_PARTS_MAX),
]

/** The picture in a frame of an animation, or the chunk itself. */
function picturesOf(chunk: Chunk): Chunk[] {
  if (chunk.type !== 'ANMF') return isPicture(chunk) ? [chunk] : []
  return readFrame(chunk).filter(isPicture)
}

export const webp: ImageFormat = {
  readFacts(bytes) {
    const chunks = readFile(bytes)
    const pictures = chunks.flatMap(picturesOf)
    const sizes = [...chunks.filter(({ type }) => type === 'VP8X'), ...pictures].map(sizeOf)
    if (pictures.length === 0) return undefined
    let [width, height] = [0, 0]
    for (const size of sizes) {
      if (!size) return undefined
      width = Math.max(width, size.width)
      height = Math.max(height, size.height)
    }
    return { width, height, frames: pictures.length }
  },

  clean(bytes) {
    const chunks = readFile(bytes)
    if (chunks.flatMap(picturesOf).length === 0) return undefined
    const exif = chunks.find(({ type }) => type === 'EXIF')
    const isExtended = chunks[0]?.type === 'VP8X'
    const turn = exif && isExtended ? writeOrientation(readTurn(exif.data)) : undefined
    const kept = chunks.filter(({ type }) => KEPT.has(type)).map(cleanFrame)
    const flagged = kept.map((chunk) =>
      chunk.type === 'VP8X' ? setFlags(chunk, turn !== undefined) : chunk,
    )
    return writeFile(turn ? [...flagged, { type: 'EXIF', data: turn }] : flagged)
  },
}

/** Some writers put JPEG's header before the TIFF data. */
const readTurn = (data: Buffer): number =>
  readOrientation(data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data)

/** A frame may contain chunks. */
function cleanFrame(chunk: Chunk): Chunk {
  if (chunk.type !== 'ANMF') return chunk
  const kept = readFrame(chunk).filter(({ type }) => KEPT.has(type))
  const data = Buffer.concat([chunk.data.subarray(0, FRAME_HEADER_BYTES), ...kept.map(writeChunk)])
  return { type: chunk.type, data }
}

function setFlags({ type, data }: Chunk, hasExif: boolean): Chunk {
  const flags = (data[0]! & ~(HAS_EXIF | HAS_XMP)) | (hasExif ? HAS_EXIF : 0)
  return { type, data: Buffer.concat([Buffer.from([flags]), data.subarray(1)]) }
}

function writeChunk({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(CHUNK_HEADER_BYTES)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function writeFile(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(writeChunk)])
  const head = Buffer.alloc(CHUNK_HEADER_BYTES)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

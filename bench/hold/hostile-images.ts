const IMAGE_BYTES = 5 * 1_048_576 - 100

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk without a valid checksum, which is not verified. */
function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  return bytes
}

const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])

const filled = (head: Buffer, piece: Buffer, tail: Buffer): Buffer =>
  Buffer.concat([
    head,
    ...Array.from(
      { length: Math.floor((IMAGE_BYTES - head.length - tail.length) / piece.length) },
      () => piece,
    ),
    tail,
  ])

/** Images that are slow to walk through. */
export const HOSTILE_IMAGES: Readonly<Record<string, () => Buffer>> = {
  'a PNG of many chunks': () =>
    filled(
      Buffer.concat([PNG_HEAD, chunk('IHDR', size)]),
      chunk('gAMA'),
      Buffer.concat([chunk('IDAT'), chunk('IEND')]),
    ),
  'a JPEG of escapes': () =>
    filled(
      Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0, 0xff, 0xda, 0, 2]),
      Buffer.from([0xff, 0]),
      Buffer.from([0xff, 0xd9]),
    ),
  'a JPEG of filling bytes': () =>
    filled(Buffer.from([0xff, 0xd8]), Buffer.from([0xff]), Buffer.from([0xff, 0xd9])),
  'a GIF of short pieces': () =>
    filled(
      Buffer.concat([
        Buffer.from('GIF89a'),
        Buffer.from([1, 0, 1, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 8]),
      ]),
      Buffer.from([1, 0x55]),
      Buffer.from([0, 0x3b]),
    ),
}

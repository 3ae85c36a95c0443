import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCpuTimer } from '../../../shared/cpu-time.test-support.ts'
import { gif } from './gif.ts'
import type { ImageFormat } from './image-format.ts'
import { jpeg } from './jpeg.ts'
import { png } from './png.ts'
import { webp } from './webp.ts'

const SECRET = 'Ada Lovelace 51.5072 N'
const WIDTH = 37
const HEIGHT = 23

/** A picture that every rotation changes. */
function draw(): Sharp {
  const pixels = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => (index * 7 + (index % 37) * 11) % 256),
  )
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
}

const told = (image: Sharp, orientation: number): Sharp =>
  image.withMetadata({
    orientation,
    exif: { IFD0: { Copyright: SECRET, ImageDescription: SECRET }, IFD3: { GPSLatitudeRef: 'N' } },
  })

const look = (bytes: Uint8Array) =>
  sharp(bytes, { animated: true })
    .autoOrient()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

const formats: readonly (readonly [string, ImageFormat, (image: Sharp) => Sharp])[] = [
  ['png', png, (image) => image.png()],
  ['jpeg', jpeg, (image) => image.jpeg()],
  ['progressive jpeg', jpeg, (image) => image.jpeg({ progressive: true })],
  ['webp', webp, (image) => image.webp()],
  ['lossless webp', webp, (image) => image.webp({ lossless: true })],
  ['gif', gif, (image) => image.gif()],
]
const cameras = formats.filter(([name]) => name !== 'gif')

test.each(formats)('reads the size of a %s', async (_, format, encode) => {
  const bytes = await encode(draw()).toBuffer()

  expect(format.readFacts(bytes)).toEqual({ width: WIDTH, height: HEIGHT, frames: 1 })
})

test.each(formats)(
  'keeps every pixel of a %s, and drops what stands behind it',
  async (_, format, encode) => {
    const bytes = await encode(draw()).toBuffer()
    const polyglot = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])

    const cleaned = format.clean(polyglot)!

    expect((await look(cleaned)).data.equals((await look(bytes)).data)).toBe(true)
    expect(cleaned.includes('<script>')).toBe(false)
  },
)

test.each(cameras)(
  'takes names and places out of a %s, and leaves it the right way up',
  async (_, format, encode) => {
    const bytes = await encode(told(draw(), 6)).toBuffer()

    const cleaned = format.clean(bytes)!

    expect(bytes.includes(SECRET)).toBe(true)
    expect(cleaned.includes(SECRET)).toBe(false)
    const [before, after] = [await look(bytes), await look(cleaned)]
    expect(after.info).toMatchObject({ width: before.info.width, height: before.info.height })
    expect(after.data.equals(before.data)).toBe(true)
    // The positive control: the rotation is visible.
    expect(before.info).toMatchObject({ width: HEIGHT, height: WIDTH })
  },
)

test.each(cameras)('leaves no EXIF at all in an upright %s', async (_, format, encode) => {
  const bytes = await encode(told(draw(), 1)).toBuffer()

  const { exif } = await sharp(format.clean(bytes)).metadata()

  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  expect(exif).toBeUndefined()
})

test.each(formats)('cleans a clean %s into itself', async (_, format, encode) => {
  const cleaned = format.clean(await encode(told(draw(), 3)).toBuffer())!

  expect(format.clean(cleaned)!.equals(cleaned)).toBe(true)
})

test.each(formats)(
  'reads no %s out of any of its beginnings that has no pixels',
  async (_, format, encode) => {
    const bytes = await encode(told(draw(), 6)).toBuffer()

    for (let length = 0; length < 30; length += 1) {
      expect(format.readFacts(bytes.subarray(0, length))?.frames ?? 0).toBeLessThan(2)
      expect(() => format.clean(bytes.subarray(0, length))).not.toThrow()
    }
  },
)

test.each(formats)('throws at no %s that was changed anywhere', async (_, format, encode) => {
  const bytes = await encode(told(draw(), 6)).toBuffer()

  for (let at = 0; at < Math.min(bytes.length, 2_000); at += 1) {
    for (const value of [0, 0x7f, 0xff]) {
      const changed = Buffer.from(bytes)
      changed[at] = value
      expect(() => [format.readFacts(changed), format.clean(changed)]).not.toThrow()
    }
  }
})

test.each<[string, ImageFormat, (image: Sharp) => Sharp]>([
  ['gif', gif, (image) => image.gif({ delay: 100, keepDuplicateFrames: true })],
  ['webp', webp, (image) => image.webp({ delay: 100, mixed: true })],
])('counts the frames of an animated %s, and keeps them', async (_, format, encode) => {
  const noise = Buffer.from(Array.from({ length: 8 * 40 * 3 }, (_, index) => (index * index) % 256))
  const raw = { width: 8, height: 40, channels: 3, pageHeight: 8 } as const
  const bytes = await encode(sharp(noise, { raw })).toBuffer()

  expect(format.readFacts(bytes)).toEqual({ width: 8, height: 8, frames: 5 })
  expect((await look(format.clean(bytes)!)).data.equals((await look(bytes)).data)).toBe(true)
  expect(format.readFacts(format.clean(bytes)!)?.frames).toBe(5)
})

test('drops comments and text of each format', async () => {
  const comment = Buffer.from(`\xff\xfe\0\x18${SECRET}`, 'latin1')
  const jpegBytes = await draw().jpeg().toBuffer()
  const withComment = Buffer.concat([jpegBytes.subarray(0, 2), comment, jpegBytes.subarray(2)])
  const gifBytes = await draw().gif().toBuffer()
  const gifComment = Buffer.from(`\x21\xfe\x16${SECRET}\0`, 'latin1')
  const gifWith = Buffer.concat([gifBytes.subarray(0, -1), gifComment, Buffer.from([0x3b])])

  expect(jpeg.readFacts(withComment)).toMatchObject({ width: WIDTH })
  expect(jpeg.clean(withComment)!.equals(jpeg.clean(jpegBytes)!)).toBe(true)
  expect(gif.clean(gifWith)!.equals(gif.clean(gifBytes)!)).toBe(true)
})

test('reads no further than the parts that an image can have', () => {
  const empty = Buffer.from('\x21\xff\0', 'latin1')
  const head = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  const bytes = Buffer.concat([head, frame, ...Array.from({ length: 1_000_000 }, () => empty)])

  const spentMs = startCpuTimer()
  expect(gif.clean(bytes)?.length).toBeLessThan(100)
  expect(spentMs()).toBeLessThan(2_000)
})

test('finds the end of a scan of millions of escapes in one look', () => {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0, 0xff, 0xda, 0, 2])
  const pixels = Buffer.alloc(2_000_000, Buffer.from([0xff, 0]))
  const bytes = Buffer.concat([head, pixels, Buffer.from([0xff, 0xd9])])
  const looks = vi.spyOn(Buffer.prototype, 'indexOf')
  onTestFinished(() => looks.mockRestore())

  expect(jpeg.clean(bytes)?.equals(bytes)).toBe(true)
  expect(looks.mock.calls.length).toBeLessThan(10)
})

test('passes over millions of bytes that fill the space before a segment', () => {
  const image = Buffer.from([0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0, 0xff, 0xda, 0, 2, 0xff, 0xd9])
  const start = Buffer.from([0xff, 0xd8])
  const filled = Buffer.concat([start, Buffer.alloc(2_000_000, 0xff), image])

  expect(jpeg.clean(filled)).toEqual(jpeg.clean(Buffer.concat([start, image])))
  expect(jpeg.readFacts(filled)).toMatchObject({ width: 1, height: 1 })
  expect(jpeg.readFacts(filled.subarray(0, -16))).toBeUndefined()
})

test('keeps of a JPEG what a decoder needs, and no segment that may hold anything', async () => {
  const clean = jpeg.clean(await draw().jpeg().toBuffer())!
  const segment = (marker: number, data: string) => {
    const head = Buffer.from([0xff, marker, 0, data.length + 2])
    return Buffer.concat([head, Buffer.from(data, 'latin1')])
  }
  const withSegments = (...segments: Buffer[]) =>
    Buffer.concat([clean.subarray(0, 2), ...segments, clean.subarray(2)])
  const profile = `${'\0'.repeat(36)}acsp${'\0'.repeat(8)}`
  const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\0')
  const colours = segment(0xe2, `ICC_PROFILE\0\x01\x01${profile}`)
  const hidden = [
    ...Array.from({ length: 16 }, (_, n) => segment(0xe0 + n, 'secret')),
    ...Array.from({ length: 15 }, (_, n) => segment(0xf0 + n, 'secret')),
    segment(0xde, 'secret'),
    segment(0xc8, 'secret'),
    segment(0xee, 'Adobe\0d\0\0\0\0\0secret'),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01secret'),
    segment(0xe2, `ICC_PROFILE\0\0\x01${profile}secret`),
    segment(0xe2, `ICC_PROFILE\0\x02\x01${profile}secret`),
    segment(0xe2, `ICC_PROFILE\0\x01\x11${profile}secret`),
  ]

  for (const one of hidden) {
    expect(jpeg.clean(withSegments(one))!.toString('latin1')).not.toContain('secret')
  }
  const kept = jpeg.clean(withSegments(adobe, colours))!
  expect([kept.includes(adobe), kept.includes(colours)]).toEqual([true, true])
})

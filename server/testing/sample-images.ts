import sharp from 'sharp'

/** Metadata with a person's place, which no accepted image may contain. */
export const SECRET_PLACE = 'Ada Lovelace 51.5072 N'

const raw = { width: 37, height: 23, channels: 3 } as const
const pixels = Buffer.from(Array.from({ length: 37 * 23 * 3 }, (_, index) => (index * 7) % 256))

const draw = () =>
  sharp(pixels, { raw }).withMetadata({
    orientation: 6,
    exif: { IFD0: { Copyright: SECRET_PLACE }, IFD3: { GPSLatitudeRef: 'N' } },
  })

export const samplePng = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await draw().png().toBuffer())

export const sampleJpeg = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await draw().jpeg().toBuffer())

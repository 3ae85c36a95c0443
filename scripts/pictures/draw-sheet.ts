import sharp from 'sharp'

/** A picture on a sheet. */
export interface SheetPicture {
  readonly label: string
  readonly png: Buffer
}

export const PICTURES_PER_SHEET = 8
const COLUMNS = 4
const CELL = { width: 460, height: 800 }
const LABEL_HEIGHT = 32
const GAP = 12

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Several pictures side by side with their names, as one PNG. */
export async function drawSheet(pictures: readonly SheetPicture[]): Promise<Buffer> {
  const columns = Math.min(COLUMNS, pictures.length)
  const rows = Math.ceil(pictures.length / columns)
  const sized = await Promise.all(pictures.map(({ png }) => fit(png)))
  const rowHeight = Math.max(...sized.map(({ height }) => height)) + LABEL_HEIGHT + GAP
  const pieces = pictures.flatMap(({ label }, index) => {
    const left = GAP + (index % columns) * (CELL.width + GAP)
    const top = GAP + Math.floor(index / columns) * rowHeight
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL.width}" height="${LABEL_HEIGHT}"><text x="2" y="21" font-family="sans-serif" font-size="17" fill="#222">${escape(label)}</text></svg>`
    return [
      { input: Buffer.from(svg), left, top },
      { input: sized[index]!.png, left, top: top + LABEL_HEIGHT },
    ]
  })
  const width = columns * (CELL.width + GAP) + GAP
  const background = { width, height: rows * rowHeight + GAP, channels: 3, background: '#fff' }
  return sharp({ create: { ...background, channels: 3 } })
    .composite(pieces)
    .png()
    .toBuffer()
}

/** A picture in its own size, or scaled down to its cell. */
async function fit(png: Buffer): Promise<{ readonly png: Buffer; readonly height: number }> {
  const size = { ...CELL, fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await sharp(png).resize(size).png().toBuffer({ resolveWithObject: true })
  return { png: data, height: info.height }
}

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readCaseFile } from '../../../scripts/file-cases.ts'
import { pdfOf, streamOf } from '../../testing/hostile-pdfs.ts'
import { convertPdf } from './convert-pdf.ts'

const BOUNDS = { processorMs: 30_000, memoryBytes: 536_870_912 }
/** Twice the pages' own size: 300 by 200 points. */
const SCALE = 2
const PAGE_HEIGHT = 200

async function pictureOf(pdf: Uint8Array): Promise<Uint8Array> {
  const order = { pdf, maxPages: 1, longSidePixels: 600 }
  const pages: Uint8Array[] = []
  for await (const page of convertPdf(order, BOUNDS)) pages.push(page)
  return pages[0]!
}

/** Dark dots within a rectangle of the page, in points from its lower left. */
async function countDark(png: Uint8Array, [left, bottom, right, top]: readonly number[]) {
  const area = {
    left: left! * SCALE,
    top: (PAGE_HEIGHT - top!) * SCALE,
    width: (right! - left!) * SCALE,
    height: (top! - bottom!) * SCALE,
  }
  const dots = await sharp(png).extract(area).greyscale().raw().toBuffer()
  return dots.filter((dot) => dot < 128).length
}

const LABEL = [20, 145, 80, 165]
const NAME = [100, 140, 290, 170]
const BOX = [100, 92, 120, 112]
const FREE = [200, 60, 290, 130]

test('the picture of a filled form has its values', async () => {
  const page = await pictureOf(readCaseFile('form.pdf'))

  for (const place of [LABEL, NAME, BOX]) expect(await countDark(page, place)).toBeGreaterThan(50)
  expect(await countDark(page, FREE)).toBe(0)
})

/** A form whose reader has to draw the values itself. */
function formOf(value: string): Buffer {
  const font = '<< /Font << /F 5 0 R >> >>'
  const form = `/AcroForm << /Fields [6 0 R] /NeedAppearances true /DR ${font} /DA (/F 16 Tf 0 g) >>`
  const field = `/Subtype /Widget /FT /Tx /T (name) ${value} /Rect [${NAME.join(' ')}] /F 4 /P 3 0 R`
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${form} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources ${font} /Annots [6 0 R] >>`,
    streamOf('', Buffer.from('BT /F 16 Tf 20 150 Td (Name:) Tj ET')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Annot ${field} /DA (/F 16 Tf 0 g) >>`,
  ])
}

test('draws values that the file only names, and nothing in an empty field', async () => {
  expect(await countDark(await pictureOf(formOf('/V (Kim Example)')), NAME)).toBeGreaterThan(50)
  expect(await countDark(await pictureOf(formOf('')), NAME)).toBe(0)
})

test('remarks on a page stay in its picture', async () => {
  const page = await pictureOf(readCaseFile('remark.pdf'))

  expect(await countDark(page, [20, 20, 220, 50])).toBeGreaterThan(50)
})

test('shows the page of an image whose size stands in other objects, and a turned page upright', async () => {
  const image = await pictureOf(readCaseFile('indirect-width.pdf'))
  const shadeAt = async (left: number, top: number) =>
    (await sharp(image).extract({ left, top, width: 1, height: 1 }).greyscale().raw().toBuffer())[0]
  // Each of the four fields is 100 dots wide; the first begins at 100.
  const fields = [
    [120, 120],
    [280, 120],
    [120, 280],
    [280, 280],
  ] as const
  const shades = await Promise.all(fields.map(([left, top]) => shadeAt(left, top)))
  expect(shades).toEqual([0, 128, 128, 255])

  const { width, height } = await sharp(await pictureOf(readCaseFile('turned.pdf'))).metadata()
  expect(height).toBeGreaterThan(width)
})

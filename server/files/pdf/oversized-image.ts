/**
 * Most pixels of one image of a PDF: a sheet of A3 at 600 dots an inch has 70 million. A kilobyte can
 * declare billions, which a renderer would go over one by one.
 */
export const PDF_IMAGE_PIXELS_MAX = 75_000_000

/**
 * What stands between `obj` and `stream`. An image is always such a stream of its own; PDFium refuses a
 * large one that is written among the operators of a page.
 */
const STREAM_HEAD = /\bobj\b((?:(?!\bobj\b|\bendobj\b)[^])*?)\bstream\b/g
const ESCAPED = /#([0-9a-f]{2})/gi
const WIDTH = /\/Width\b(?:\s+\+?(\d+)(?!\d*\s+\d+\s+R\b))?/g
const HEIGHT = /\/Height\b(?:\s+\+?(\d+)(?!\d*\s+\d+\s+R\b))?/g

/**
 * Whether the file declares an image of more pixels than {@link PDF_IMAGE_PIXELS_MAX}, or one whose
 * size only another object tells. Looks at the bytes, so that an image inside of a form counts too.
 */
export function declaresOversizedImage(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  for (const [, escaped = ''] of text.matchAll(STREAM_HEAD)) {
    const head = escaped.replace(ESCAPED, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (longestSide(head, WIDTH) * longestSide(head, HEIGHT) > PDF_IMAGE_PIXELS_MAX) return true
  }
  return false
}

/** A reader may believe any of several; one that is no plain number may be anything. None is 0. */
function longestSide(head: string, side: RegExp): number {
  const sides = [...head.matchAll(side)].map(([, size]) => (size ? Number(size) : Infinity))
  return Math.max(0, ...sides)
}

/**
 * Maximum pixels of one image of a PDF: a sheet of A3 at 600 dots an inch has 70 million. A kilobyte can
 * declare billions, which a renderer would process one by one.
 */
export const PDF_IMAGE_PIXELS_MAX = 75_000_000

/**
 * The text between `obj` and `stream`. An image is always a stream; PDFium refuses a large one among the
 * operators of a page.
 */
const STREAM_HEAD = /\bobj\b((?:(?!\bobj\b|\bendobj\b)[^])*?)\bstream\b/g
const ESCAPED = /#([0-9a-f]{2})/gi
/** PDF readers take comments and NUL bytes for white space. */
const SPACE = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])+`
/** A number, or a reference to the object with the number. */
const VALUE = String.raw`(?:${SPACE}\+?(\d+)(?:${SPACE}(\d+)${SPACE}R\b)?)?`
const WIDTH = new RegExp(String.raw`/Width\b${VALUE}`, 'g')
const HEIGHT = new RegExp(String.raw`/Height\b${VALUE}`, 'g')
/** Objects within compressed streams cannot be found in the bytes. */
const OBJECT_STREAM = /\/ObjStm\b/
const OBJECT = new RegExp(
  String.raw`(?<!\d)(\d+)${SPACE}\d+${SPACE}obj\b(?:${SPACE}(\d+)${SPACE}endobj\b)?`,
  'g',
)

/** Number objects by their object numbers; of several definitions the largest counts. */
type NumberObjects = ReadonlyMap<number, number>

/**
 * True if the file declares an image of more pixels than {@link PDF_IMAGE_PIXELS_MAX}, or of unknown size.
 * Scans the bytes, so that images inside of forms count too.
 */
export function declaresOversizedImage(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  let numbers: NumberObjects | undefined
  const longestSide = (head: string, pattern: RegExp): number => {
    const sides = [...head.matchAll(pattern)].map(([, number, generation]) => {
      if (number === undefined) return Infinity
      if (generation === undefined) return Number(number)
      numbers ??= readNumberObjects(text)
      return numbers.get(Number(number)) ?? Infinity
    })
    // Readers may use any of several.
    return Math.max(0, ...sides)
  }
  for (const [, escaped = ''] of text.matchAll(STREAM_HEAD)) {
    const head = unescapeNames(escaped)
    if (longestSide(head, WIDTH) * longestSide(head, HEIGHT) > PDF_IMAGE_PIXELS_MAX) return true
  }
  return false
}

function readNumberObjects(text: string): NumberObjects {
  const numbers = new Map<number, number>()
  if (OBJECT_STREAM.test(unescapeNames(text))) return numbers
  for (const [, id, value] of text.matchAll(OBJECT)) {
    const size = value === undefined ? Infinity : Number(value)
    numbers.set(Number(id), Math.max(numbers.get(Number(id)) ?? 0, size))
  }
  return numbers
}

const unescapeNames = (text: string): string =>
  text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { OutlineEntry, TextLine, TextPage } from './pdf-messages.ts'

/** Functions of PDFium that its package has but does not type. Numbers are handles, places in memory, bytes. */
interface PdfiumFunctions {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(bytes: number): number; free(place: number): void }
  _FPDF_GetPageLabel(document: number, page: number, place: number, bytes: number): number
  _FPDF_GetMetaText(document: number, name: number, place: number, bytes: number): number
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number
  _FPDFBookmark_GetTitle(bookmark: number, place: number, bytes: number): number
  _FPDFBookmark_GetDest(document: number, bookmark: number): number
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_GetCharIndexFromTextIndex(text: number, index: number): number
  /** Without the scale of the letter's matrix. */
  _FPDFText_GetFontSize(text: number, index: number): number
  /** Writes six floats of 32 bits: a to f. */
  _FPDFText_GetMatrix(text: number, index: number, place: number): number
  /** Writes two floats of 64 bits. */
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
}

/** Entries of an outline, and its levels; a file can chain endless ones. */
const OUTLINE_MAX = 5_000
const OUTLINE_DEPTH_MAX = 6
/** Bytes of a letter's matrix, or of its origin. */
const LETTER_BYTES = 24
/** The letters of the one ligature that Arabic requires, in the order that a reversal gives. */
const LAM_ALEF = /[\u0622\u0623\u0625\u0627]\u0644/gu
/** Bytes of a label, a title, a date. */
const TEXT_BYTES_MAX = 4_096

export interface TextReader {
  /** @param index from 0. */
  readPage(index: number): TextPage
}

/** Reads text, labels and outline of an open PDF. */
export function createTextReader(document: PDFiumDocument): TextReader {
  const pdfium = document['module'] as unknown as PdfiumFunctions
  const handle = document['documentIdx']
  const outline = readOutline()

  /** UTF-16 text that a function writes into memory. */
  function readText(write: (place: number, bytes: number) => number): string {
    const place = pdfium.wasmExports.malloc(TEXT_BYTES_MAX)
    try {
      const bytes = Math.min(write(place, TEXT_BYTES_MAX), TEXT_BYTES_MAX)
      if (bytes <= 2) return ''
      return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(place, place + bytes - 2))
    } finally {
      pdfium.wasmExports.free(place)
    }
  }

  function readFact(name: string): string {
    const bytes = new TextEncoder().encode(`${name}\0`)
    const place = pdfium.wasmExports.malloc(bytes.length)
    try {
      pdfium.HEAPU8.set(bytes, place)
      return readText((target, size) => pdfium._FPDF_GetMetaText(handle, place, target, size))
    } finally {
      pdfium.wasmExports.free(place)
    }
  }

  /** Entries by the index of their page. */
  function readOutline(): ReadonlyMap<number, readonly OutlineEntry[]> {
    const entries = new Map<number, OutlineEntry[]>()
    let count = 0
    const visit = (parent: number, level: number) => {
      let bookmark = pdfium._FPDFBookmark_GetFirstChild(handle, parent)
      while (bookmark !== 0 && count < OUTLINE_MAX) {
        count += 1
        const current = bookmark
        const title = readText((place, size) => pdfium._FPDFBookmark_GetTitle(current, place, size))
        const target = pdfium._FPDFBookmark_GetDest(handle, current)
        const page = target === 0 ? -1 : pdfium._FPDFDest_GetDestPageIndex(handle, target)
        if (page >= 0) entries.set(page, [...(entries.get(page) ?? []), { title, level }])
        if (level < OUTLINE_DEPTH_MAX) visit(current, level + 1)
        bookmark = pdfium._FPDFBookmark_GetNextSibling(handle, current)
      }
    }
    visit(0, 1)
    return entries
  }

  /** Lines of a page with the size of a letter in their middle. */
  function readLines(index: number): readonly TextLine[] {
    const page = document.getPage(index)
    const letters = openLetters(page['pageIdx'])
    const text = letters.mend(page.getText())
    const lines: TextLine[] = []
    let start = 0
    for (const line of text.split(/\r?\n/u)) {
      const middle = line.slice(Math.floor(line.length / 2)).search(/\S/u)
      const size = letters.sizeAt(start + Math.floor(line.length / 2) + Math.max(0, middle))
      if (line.trim() !== '') lines.push({ text: line, size })
      start += line.length + (text[start + line.length] === '\r' ? 2 : 1)
    }
    letters.close()
    return lines
  }

  /** Places of the letters of a page, by their index in its text. */
  function openLetters(page: number) {
    const letters = pdfium._FPDFText_LoadPage(page)
    const place = pdfium.wasmExports.malloc(LETTER_BYTES)
    const read = () => new DataView(pdfium.HEAPU8.slice(place, place + LETTER_BYTES).buffer)

    function originAt(at: number): string | undefined {
      const letter = pdfium._FPDFText_GetCharIndexFromTextIndex(letters, at)
      if (letter < 0 || !pdfium._FPDFText_GetCharOrigin(letters, letter, place, place + 8)) {
        return undefined
      }
      return `${read().getFloat64(0, true)} ${read().getFloat64(8, true)}`
    }
    return {
      /** Size of a letter in points; 0: unknown. */
      sizeAt(at: number): number {
        const letter = pdfium._FPDFText_GetCharIndexFromTextIndex(letters, at)
        if (letter < 0 || !pdfium._FPDFText_GetMatrix(letters, letter, place)) return 0
        const scale = Math.hypot(read().getFloat32(8, true), read().getFloat32(12, true))
        return Math.round(scale * pdfium._FPDFText_GetFontSize(letters, letter) * 10) / 10
      },
      /** PDFium reverses right-to-left text letter by letter, and the letters of a ligature with it. */
      mend(text: string): string {
        return text.replace(LAM_ALEF, (pair, at: number) => {
          const origin = originAt(at)
          return origin !== undefined && origin === originAt(at + 1) ? `${pair[1]}${pair[0]}` : pair
        })
      },
      close() {
        pdfium.wasmExports.free(place)
        pdfium._FPDFText_ClosePage(letters)
      },
    }
  }

  return {
    readPage(index) {
      return {
        label: readText((place, size) => pdfium._FPDF_GetPageLabel(handle, index, place, size)),
        lines: readLines(index),
        outline: outline.get(index) ?? [],
        ...(index === 0 && { file: { title: readFact('Title'), changed: readFact('ModDate') } }),
      }
    },
  }
}

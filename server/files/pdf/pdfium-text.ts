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
  _FPDFText_GetFontSize(text: number, index: number): number
}

/** Entries of an outline, and its levels; a file can chain endless ones. */
const OUTLINE_MAX = 5_000
const OUTLINE_DEPTH_MAX = 6
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

  /** Lines of a page with the size of their middle letter. */
  function readLines(index: number): readonly TextLine[] {
    const page = document.getPage(index)
    const text = page.getText()
    const handleOfText = pdfium._FPDFText_LoadPage(page['pageIdx'])
    const sizeAt = (place: number) => {
      const letter = pdfium._FPDFText_GetCharIndexFromTextIndex(handleOfText, place)
      return letter < 0 ? 0 : pdfium._FPDFText_GetFontSize(handleOfText, letter)
    }
    const lines: TextLine[] = []
    let start = 0
    for (const line of text.split(/\r?\n/u)) {
      const middle = start + Math.floor(line.length / 2)
      if (line.trim() !== '')
        lines.push({ text: line, size: handleOfText === 0 ? 0 : sizeAt(middle) })
      start += line.length + (text[start + line.length] === '\r' ? 2 : 1)
    }
    if (handleOfText !== 0) pdfium._FPDFText_ClosePage(handleOfText)
    return lines
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

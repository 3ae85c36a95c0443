import type { PDFiumDocument } from '@hyzyla/pdfium'
import { openPdfium } from './pdfium-functions.ts'
import type { OutlineEntry, TextLine, TextPage } from './pdf-messages.ts'

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
  const { functions: pdfium, memory, handle } = openPdfium(document)
  const outline = readOutline()

  /** UTF-16 text that a function writes into memory. */
  function readText(write: (place: number, bytes: number) => number): string {
    const place = memory.wasmExports.malloc(TEXT_BYTES_MAX)
    try {
      const bytes = Math.min(write(place, TEXT_BYTES_MAX), TEXT_BYTES_MAX)
      if (bytes <= 2) return ''
      return new TextDecoder('utf-16le').decode(memory.HEAPU8.slice(place, place + bytes - 2))
    } finally {
      memory.wasmExports.free(place)
    }
  }

  function readFact(name: string): string {
    const bytes = new TextEncoder().encode(`${name}\0`)
    const place = memory.wasmExports.malloc(bytes.length)
    try {
      memory.HEAPU8.set(bytes, place)
      return readText((target, size) => pdfium.getMetaText(handle, place, target, size))
    } finally {
      memory.wasmExports.free(place)
    }
  }

  /** Entries by the index of their page. */
  function readOutline(): ReadonlyMap<number, readonly OutlineEntry[]> {
    const entries = new Map<number, OutlineEntry[]>()
    let count = 0
    const visit = (parent: number, level: number) => {
      let bookmark = pdfium.getFirstBookmark(handle, parent)
      while (bookmark !== 0 && count < OUTLINE_MAX) {
        count += 1
        const current = bookmark
        const title = readText((place, size) => pdfium.getBookmarkTitle(current, place, size))
        const target = pdfium.getBookmarkTarget(handle, current)
        const page = target === 0 ? -1 : pdfium.getTargetPage(handle, target)
        if (page >= 0) entries.set(page, [...(entries.get(page) ?? []), { title, level }])
        if (level < OUTLINE_DEPTH_MAX) visit(current, level + 1)
        bookmark = pdfium.getNextBookmark(handle, current)
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
    const letters = pdfium.openText(page)
    const place = memory.wasmExports.malloc(LETTER_BYTES)
    const read = () => new DataView(memory.HEAPU8.slice(place, place + LETTER_BYTES).buffer)

    function originAt(at: number): string | undefined {
      const letter = pdfium.getLetter(letters, at)
      if (letter < 0 || !pdfium.getOrigin(letters, letter, place, place + 8)) {
        return undefined
      }
      return `${read().getFloat64(0, true)} ${read().getFloat64(8, true)}`
    }
    return {
      /** Size of a letter in points; 0: unknown. */
      sizeAt(at: number): number {
        const letter = pdfium.getLetter(letters, at)
        if (letter < 0 || !pdfium.getMatrix(letters, letter, place)) return 0
        const scale = Math.hypot(read().getFloat32(8, true), read().getFloat32(12, true))
        return Math.round(scale * pdfium.getFontSize(letters, letter) * 10) / 10
      },
      /** PDFium reverses right-to-left text letter by letter, and the letters of a ligature with it. */
      mend(text: string): string {
        return text.replace(LAM_ALEF, (pair, at: number) => {
          const origin = originAt(at)
          return origin !== undefined && origin === originAt(at + 1) ? `${pair[1]}${pair[0]}` : pair
        })
      },
      close() {
        memory.wasmExports.free(place)
        pdfium.closeText(letters)
      },
    }
  }

  return {
    readPage(index) {
      return {
        label: readText((place, size) => pdfium.getPageLabel(handle, index, place, size)),
        lines: readLines(index),
        outline: outline.get(index) ?? [],
        ...(index === 0 && { file: { title: readFact('Title'), changed: readFact('ModDate') } }),
      }
    },
  }
}

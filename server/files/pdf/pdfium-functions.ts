import type { PDFiumDocument } from '@hyzyla/pdfium'

/** Functions of PDFium that its package has but does not type. Numbers are handles, places in memory, bytes. */
export interface PdfiumFunctions {
  getPageLabel(document: number, page: number, place: number, bytes: number): number
  getMetaText(document: number, name: number, place: number, bytes: number): number
  getFirstBookmark(document: number, parent: number): number
  getNextBookmark(document: number, bookmark: number): number
  getBookmarkTitle(bookmark: number, place: number, bytes: number): number
  getBookmarkTarget(document: number, bookmark: number): number
  getTargetPage(document: number, target: number): number
  openText(page: number): number
  closeText(text: number): void
  /** Index of a letter by its index in the text, which leaves out some; negative: none. */
  getLetter(text: number, index: number): number
  /** Without the scale of the letter's matrix. */
  getFontSize(text: number, letter: number): number
  /** Writes six floats of 32 bits: a to f. Zero: failed. */
  getMatrix(text: number, letter: number, place: number): number
  /** Writes two floats of 64 bits. Zero: failed. */
  getOrigin(text: number, letter: number, x: number, y: number): number
}

const NAMES: Readonly<Record<keyof PdfiumFunctions, string>> = {
  getPageLabel: '_FPDF_GetPageLabel',
  getMetaText: '_FPDF_GetMetaText',
  getFirstBookmark: '_FPDFBookmark_GetFirstChild',
  getNextBookmark: '_FPDFBookmark_GetNextSibling',
  getBookmarkTitle: '_FPDFBookmark_GetTitle',
  getBookmarkTarget: '_FPDFBookmark_GetDest',
  getTargetPage: '_FPDFDest_GetDestPageIndex',
  openText: '_FPDFText_LoadPage',
  closeText: '_FPDFText_ClosePage',
  getLetter: '_FPDFText_GetCharIndexFromTextIndex',
  getFontSize: '_FPDFText_GetFontSize',
  getMatrix: '_FPDFText_GetMatrix',
  getOrigin: '_FPDFText_GetCharOrigin',
}

/** Memory of PDFium. */
export interface PdfiumMemory {
  /** Anew for each use: it moves when it grows. */
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(bytes: number): number; free(place: number): void }
}

export interface Pdfium {
  readonly functions: PdfiumFunctions
  readonly memory: PdfiumMemory
  /** Of the document. */
  readonly handle: number
}

/**
 * The functions behind an open document.
 *
 * @throws Error if a version of the package has them no longer.
 */
export function openPdfium(document: PDFiumDocument): Pdfium {
  const module: unknown = document['module']
  const members = module as Readonly<Record<string, unknown>>
  const entries = Object.entries(NAMES).map(([name, native]) => {
    if (typeof members[native] !== 'function') throw new Error(`PDFium has no ${native}`)
    return [name, members[native]] as const
  })
  return {
    functions: Object.fromEntries(entries) as unknown as PdfiumFunctions,
    memory: module as PdfiumMemory,
    handle: document['documentIdx'],
  }
}

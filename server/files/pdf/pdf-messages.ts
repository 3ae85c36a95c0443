/** The input of a conversion to images. */
export interface ImageOrder {
  readonly pdf: Uint8Array
  readonly maxPages: number
  /** The longer side of a page's image. */
  readonly longSidePixels: number
}

/** The input of a reading of the text. */
export interface TextOrder {
  readonly pdf: Uint8Array
  readonly maxPages: number
}

/** A page as its text. */
export interface TextPage {
  /** Number that the PDF gives the page, such as `iv`; empty: none. */
  readonly label: string
  readonly lines: readonly TextLine[]
  /** Entries of the PDF's outline that lead to the page. */
  readonly outline: readonly OutlineEntry[]
  /** Facts of the whole file, with its first page. */
  readonly file?: PdfFile
}

export interface TextLine {
  readonly text: string
  /** Size of a letter in its middle, in points; 0: unknown. */
  readonly size: number
}

export interface OutlineEntry {
  readonly title: string
  /** From 1. */
  readonly level: number
}

export interface PdfFile {
  readonly title: string
  /** As the PDF has it: `D:20260131…`. */
  readonly changed: string
}

/** Work of a process. */
export type PdfTask =
  | { readonly name: 'images'; readonly order: ImageOrder }
  | { readonly name: 'text'; readonly order: TextOrder }

/** A page as a PNG image, or as its text. */
export type PdfPage = Uint8Array | TextPage

/** The outcome of a task: pages in order, then an end; or a failure, and nothing after it. */
export type PdfReport =
  | { readonly type: 'page'; readonly page: PdfPage }
  | { readonly type: 'end' }
  | { readonly type: 'failure'; readonly reason: PdfFailure }

export type PdfFailure =
  | { readonly name: 'too-many-pages'; readonly pages: number }
  | { readonly name: 'no-pages' }
  | { readonly name: 'encrypted' }
  | { readonly name: 'large-image' }
  | { readonly name: 'unreadable' }

/** Sent regularly: the processor time of the whole process since its start. */
export interface PdfUsage {
  readonly type: 'usage'
  readonly processorMs: number
}

/** From the child to the server. */
export type PdfMessage = PdfReport | PdfUsage

/** Between the processes: the task with the child's limits, then one request for each page. */
export type PdfRequestMessage =
  | { readonly type: 'start'; readonly task: PdfTask; readonly memoryBytes: number }
  | { readonly type: 'next' }

/** Exit code of a child whose conversion exceeded its memory. */
export const MEMORY_EXIT_CODE = 99

/** The input of a conversion. */
export interface PdfOrder {
  readonly pdf: Uint8Array
  readonly maxPages: number
  /** The longer side of a page's image. */
  readonly longSidePixels: number
}

/** The conversion's outcome: pages in order, then an end; or a failure, and nothing after it. */
export type PdfReport =
  | { readonly type: 'page'; readonly png: Uint8Array }
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

/** Between the processes: the order with the child's limits, then one request for each page. */
export type PdfRequestMessage =
  | { readonly type: 'start'; readonly order: PdfOrder; readonly memoryBytes: number }
  | { readonly type: 'next' }

/** Exit code of a child whose conversion exceeded its memory. */
export const MEMORY_EXIT_CODE = 99

import { AlcoveError } from '../../../shared/errors.ts'
import { createBusyError } from '../../limits/busy-error.ts'
import type { ImageOrder } from './pdf-messages.ts'
import { type PdfBounds, type PdfEnd, PdfEndError, runPdf } from './run-pdf.ts'

const MS_PER_SECOND = 1_000
/** Time until a retry for a caller whose file got no core in time. */
const CLOCK_RETRY_SECONDS = 60

/**
 * A PDF's pages as PNG images, in order.
 *
 * @throws AlcoveError `file_rejected` with the sentence for the caller, a busy error if the process got too
 * little processor time.
 */
export async function* convertPdf(
  order: ImageOrder,
  bounds: PdfBounds,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const page of runPdf({ name: 'images', order }, bounds)) {
      if (page instanceof Uint8Array) yield page
    }
  } catch (error) {
    throw error instanceof PdfEndError ? createEndError(error.reason, order, bounds) : error
  }
}

function createEndError(end: PdfEnd, order: ImageOrder, { processorMs }: PdfBounds): AlcoveError {
  switch (end.name) {
    case 'too-many-pages':
      return createPdfError(`too many pages (${end.pages}, at most ${order.maxPages})`)
    case 'no-pages':
      return createPdfError('the file has no pages')
    case 'encrypted':
      return createPdfError('the file is protected with a password')
    case 'large-image':
      return createPdfError('an image in it is too large')
    case 'unreadable':
      return createPdfError('the file could not be read')
    case 'gone':
      return createPdfError('the request was given up')
    case 'memory':
      return createPdfError('it needs too much memory')
    case 'processor-time':
      return createPdfError(
        `it took more than ${processorMs / MS_PER_SECOND} seconds of the processor`,
      )
    case 'clock':
      return createBusyError(
        'The server is busy and could not convert this PDF in time; try again in a few minutes.',
        CLOCK_RETRY_SECONDS,
      )
    default:
      return end satisfies never
  }
}

/** The caller's error, in the words that clients know. */
export const createPdfError = (sentence: string): AlcoveError =>
  new AlcoveError('file_rejected', `Failed to convert PDF: ${sentence}`)

import { AlcoveError } from '../../shared/errors.ts'
import type { Acceptance } from './accept-upload.ts'
import { maxFileBytes } from './file-quota.ts'
import { scopeOf, type FileOwner, type FileParts, type PdfRequest } from './files.ts'
import { keepFile } from './keep-file.ts'
import { convertPdf, createPdfError } from './pdf/convert-pdf.ts'
import { readBase64, readDataUrl } from './read-data-url.ts'
import type { UserSlots } from './slots.ts'
import { keyOfUrl } from './stored-urls.ts'
import { removeObjects } from './sweep-files.ts'

const MS_PER_SECOND = 1_000
const PNG = 'image/png'
const NOT_FETCHED =
  'This server fetches no PDF for you; send the file itself, or ask the operator for `pdfUrls`.'

/** Keys of a PDF's pages, in order, each stored as a file of the caller. All of them, or none. */
export async function pdfToImages(
  parts: FileParts,
  acceptance: Acceptance,
  slots: UserSlots,
  owner: FileOwner,
  request: PdfRequest,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const amount = (name: Parameters<typeof parts.limits.amount>[1]) =>
    parts.limits.amount(owner.projectId, name)
  const bounds = {
    processorMs: amount('pdfSeconds') * MS_PER_SECOND,
    memoryBytes: amount('pdfMemoryBytes'),
    ...(signal && { signal }),
  }
  const convert = async () => {
    const pdf = await inWords(readPdf(parts, acceptance, owner, request))
    const order = { pdf, maxPages: amount('pdfPages'), longSidePixels: amount('pdfPagePixels') }
    const keys: string[] = []
    try {
      for await (const bytes of convertPdf(order, bounds)) {
        const filename = `page-${keys.length + 1}.png`
        const row = await keepFile(parts, owner, { bytes, mediaType: PNG }, filename, PNG)
        keys.push(row.key)
      }
      return keys
    } catch (error) {
      await removeObjects(parts, keys)
      await parts.rows.remove(keys)
      throw error
    }
  }
  return slots.run(turnOf(owner, request), convert, signal)
}

/** Visitors and holders of a browser's key can choose any name, so they are counted by address. */
const turnOf = ({ projectId, kind, userId }: FileOwner, { address }: PdfRequest): string =>
  JSON.stringify([projectId, kind === 'host' ? { user: userId } : { address }])

async function readPdf(
  parts: FileParts,
  acceptance: Acceptance,
  owner: FileOwner,
  { blob, url, mayFetch }: PdfRequest,
): Promise<Uint8Array> {
  const maxBytes = maxFileBytes(parts, owner)
  if (blob !== undefined && blob !== '') {
    return blob.startsWith('data:') ? readDataUrl(blob, maxBytes).bytes : readBase64(blob, maxBytes)
  }
  if (url === undefined || url === '') throw new AlcoveError('file_rejected', 'No file provided')
  const key = keyOfUrl(url)
  if (key === undefined) {
    if (!mayFetch) throw new AlcoveError('file_rejected', NOT_FETCHED)
    // Limit: that of the guarded fetch, "gives up on a server that %s".
    return parts.fetch(url)
  }
  const row = await parts.rows.find(scopeOf(owner), key)
  if (!row) throw createPdfError('File not found')
  return (await acceptance.read(row)).bytes
}

/** Reports faults of a PDF in one form, for data and addresses alike. */
async function inWords(reading: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof AlcoveError)) throw error
    if (error.code === 'too_large') throw createPdfError('File too large')
    if (error.code === 'not_found') throw createPdfError('File not found')
    throw error
  }
}

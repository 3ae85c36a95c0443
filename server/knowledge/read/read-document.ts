import type { RawDocument, ReadDocument } from '../document.ts'
import { UnreadError } from '../unread-error.ts'
import { decodeText } from './decode-text.ts'
import { type DocumentType, findDocumentType } from './document-type.ts'
import { readDocx } from './docx/read-docx.ts'
import { readHtml } from './html/read-html.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { readCsv } from './read-csv.ts'
import { FILE_BYTES_MAX, TEXT_BYTES_MAX } from './read-limits.ts'
import { readText } from './read-text.ts'

/** Formats that are read by this program; a PDF has a process of its own. */
export type ReadableType = Exclude<DocumentType, 'pdf'>

const MIB = 1024 * 1024
const UNKNOWN = 'Files of this type cannot be read. HTML, Markdown, text, CSV, PDF and docx can.'

/**
 * The format of a document.
 *
 * @throws UnreadError `unknown_type`, `too_large`, `empty`.
 */
export function checkDocument(raw: RawDocument): DocumentType {
  const type = findDocumentType(raw)
  if (!type) throw new UnreadError('unknown_type', UNKNOWN)
  const most = type === 'pdf' || type === 'docx' ? FILE_BYTES_MAX : TEXT_BYTES_MAX
  if (raw.bytes.length > most) {
    throw new UnreadError('too_large', `The file is larger than ${most / MIB} MiB.`)
  }
  if (raw.bytes.length === 0) throw new UnreadError('empty', 'The file is empty.')
  return type
}

/**
 * Reads a document in this thread, without a limit of time.
 *
 * @throws UnreadError
 */
export function readInThread(raw: RawDocument, type: ReadableType): ReadDocument {
  const { address, bytes } = raw
  switch (type) {
    case 'html':
      return readHtml(decodeText(bytes, raw.charset), address)
    case 'markdown':
      return readMarkdown(decodeText(bytes, raw.charset), address)
    case 'text':
      return readText(decodeText(bytes, raw.charset), address)
    case 'csv':
      return readCsv(decodeText(bytes, raw.charset), address)
    case 'docx':
      return readDocx(bytes, address)
    default:
      return type satisfies never
  }
}

import type { RawDocument } from '../document.ts'

/** Formats that can be read. */
export type DocumentType = 'html' | 'markdown' | 'text' | 'csv' | 'pdf' | 'docx'

const BY_MEDIA_TYPE: Readonly<Record<string, DocumentType>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/csv': 'csv',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}
const BY_ENDING: Readonly<Record<string, DocumentType>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  txt: 'text',
  pdf: 'pdf',
  docx: 'docx',
}
/** Media types of servers that do not know the format; the name of the file tells more. */
const VAGUE = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
])

/** The format of a document by its media type, else by its name; undefined: none that can be read. */
export function findDocumentType({
  address,
  mediaType = '',
}: RawDocument): DocumentType | undefined {
  const known = BY_MEDIA_TYPE[mediaType.toLowerCase()]
  if (known) return known
  if (!VAGUE.has(mediaType.toLowerCase())) return undefined
  const path = URL.parse(address)?.pathname ?? address
  const ending = /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? ''
  return BY_ENDING[ending] ?? (mediaType === 'text/plain' ? 'text' : undefined)
}

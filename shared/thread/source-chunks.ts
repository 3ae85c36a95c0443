import { isPlainObject, type JsonObject } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import type { DocumentSource, SourcePart } from './message-part.ts'

/** A source as a chunk of its stream. */
export function toSourceChunk(source: SourcePart): SourceChunk {
  const { id: sourceId, sourceType, title } = source
  if (sourceType === 'url') {
    const { url } = source
    return { type: 'source-url', sourceId, url, ...(title === undefined ? {} : { title }) }
  }
  const { mediaType, filename, page } = source
  return {
    type: 'source-document',
    sourceId,
    mediaType,
    title: source.title,
    ...(filename === undefined ? {} : { filename }),
    // The wire has no field for it.
    ...(page === undefined ? {} : { providerMetadata: { alcove: { page } } }),
  }
}

type SourceChunk = Extract<Chunk, { readonly type: 'source-url' | 'source-document' }>

/** Schemes of addresses that hold a script or a page, which would run where a reader opens it. */
const SCRIPT_SCHEMES: ReadonlySet<string | undefined> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
])

/** True for a source that no reader may offer as a link. */
export const isScriptSource = (chunk: SourceChunk): boolean =>
  chunk.type === 'source-url' && SCRIPT_SCHEMES.has(URL.parse(chunk.url)?.protocol)

/** A source of an answer. */
export function fromSourceChunk(chunk: SourceChunk): SourcePart {
  const { sourceId: id, title } = chunk
  if (chunk.type === 'source-url') {
    const titled = title === undefined ? {} : { title }
    return { type: 'source', sourceType: 'url', id, url: chunk.url, ...titled }
  }
  const { mediaType, filename, providerMetadata } = chunk
  return documentSource({ id, title: chunk.title, mediaType, filename }, readPage(providerMetadata))
}

/** A document, with the fields that it has. */
export const documentSource = (
  { id, title, mediaType, filename }: DocumentFields,
  page: number | undefined,
): DocumentSource => ({
  type: 'source',
  sourceType: 'document',
  id,
  title,
  mediaType,
  ...(filename === undefined ? {} : { filename }),
  ...(page === undefined ? {} : { page }),
})

interface DocumentFields extends Pick<DocumentSource, 'id' | 'title' | 'mediaType'> {
  readonly filename?: string | undefined
}

const PAGE_FIELDS = ['page', 'pageNumber', 'page_number', 'startPageNumber', 'start_page_number']

/** The page of a document in the metadata of any provider, from 1. */
export function readPage(providerMetadata: object = {}): number | undefined {
  for (const fields of Object.values(providerMetadata) as unknown[]) {
    if (!isPlainObject(fields)) continue
    const page = PAGE_FIELDS.map((name) => fields[name]).find(isPage)
    if (page !== undefined) return page
  }
  return undefined
}

export const isPage = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** A source as the format of rows stores it. */
export function encodeSource(source: SourcePart): JsonObject {
  const { type, sourceType, id, title } = source
  if (sourceType === 'url') {
    return { type, sourceType, id, url: source.url, ...(title ? { title } : {}) }
  }
  return { ...source }
}

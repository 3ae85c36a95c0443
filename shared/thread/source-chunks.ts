import { isPlainObject, type JsonObject } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import { readPassage, writePassage, type CitedPassage } from './cited-passage.ts'
import type { DocumentSource, PageSource, SourcePart } from './message-part.ts'

/** A source as a chunk of its stream. */
export function toSourceChunk(source: SourcePart): SourceChunk {
  const { id: sourceId, sourceType, title, passage } = source
  if (sourceType === 'url') {
    const { url } = source
    const titled = title === undefined ? {} : { title }
    return { type: 'source-url', sourceId, url, ...titled, ...writePassage({ passage }) }
  }
  const { mediaType, filename, page } = source
  return {
    type: 'source-document',
    sourceId,
    mediaType,
    title: source.title,
    ...(filename === undefined ? {} : { filename }),
    // The wire has no field for them.
    ...writePassage({ page, passage }),
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
  const { sourceId: id, title, providerMetadata } = chunk
  const passage = readPassage(providerMetadata)
  if (chunk.type === 'source-url') return pageSource({ id, url: chunk.url, title, passage })
  const { mediaType, filename } = chunk
  const fields = { id, title: chunk.title, mediaType, filename, passage }
  return documentSource(fields, readPage(providerMetadata))
}

/** A page of the web, with the fields that it has. */
export const pageSource = ({ id, url, title, passage }: PageFields): PageSource => ({
  type: 'source',
  sourceType: 'url',
  id,
  url,
  ...(title === undefined ? {} : { title }),
  ...(passage === undefined ? {} : { passage }),
})

interface PageFields extends Pick<PageSource, 'id' | 'url'> {
  readonly title?: string | undefined
  readonly passage?: CitedPassage | undefined
}

/** A document, with the fields that it has. */
export const documentSource = (
  { id, title, mediaType, filename, passage }: DocumentFields,
  page: number | undefined,
): DocumentSource => ({
  type: 'source',
  sourceType: 'document',
  id,
  title,
  mediaType,
  ...(filename === undefined ? {} : { filename }),
  ...(page === undefined ? {} : { page }),
  ...(passage === undefined ? {} : { passage }),
})

interface DocumentFields extends Pick<DocumentSource, 'id' | 'title' | 'mediaType'> {
  readonly filename?: string | undefined
  readonly passage?: CitedPassage | undefined
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
  const { passage, ...rest } = source
  const own = writePassage({ passage })
  if (rest.sourceType === 'document') return { ...rest, ...own }
  const { type, sourceType, id, url, title } = rest
  return { type, sourceType, id, url, ...(title ? { title } : {}), ...own }
}

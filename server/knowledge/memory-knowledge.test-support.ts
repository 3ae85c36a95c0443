import type { KnowledgeSources } from './create-knowledge.ts'
import type { Passage } from './passage.ts'

/** A passage of a test's page; each field has a default. */
export const passage = (fields: Partial<Passage> & Pick<Passage, 'text'>): Passage => ({
  pieceId: fields.text,
  documentId: 'doc_returns',
  sourceId: 'src_shop',
  url: 'https://shop.example/returns',
  title: 'Returns',
  headings: ['Time'],
  anchor: 'time',
  page: undefined,
  pageLabel: undefined,
  language: 'en',
  date: '2026-03-01',
  mediaType: 'text/html',
  score: 0.9,
  isAboveFloor: true,
  ...fields,
})

export interface MemoryKnowledge extends KnowledgeSources {
  /** Queries so far, oldest first. */
  readonly queries: readonly string[]
}

/** Pages in memory: a search gives the passages that share a word of at least four letters with its query. */
export function createMemoryKnowledge(passages: readonly Passage[]): MemoryKnowledge {
  const queries: string[] = []
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu))
  return {
    queries,
    search: {
      async search(_reader, query, limit) {
        queries.push(query)
        const wanted = wordsOf(query)
        return passages
          .filter(({ text, title }) => !wordsOf(`${title} ${text}`).isDisjointFrom(wanted))
          .slice(0, limit)
      },
    },
    hasPages: async () => true,
    documentText: async (_projectId, documentId) =>
      passages
        .filter((each) => each.documentId === documentId)
        .map(({ text }) => text)
        .join('\n'),
  }
}

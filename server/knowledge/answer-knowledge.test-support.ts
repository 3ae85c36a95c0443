import { createProjectKnowledge, type KnowledgeOptions } from './answer-knowledge.ts'
import type { Passage } from './passage.ts'

/** A passage of a test's page; each field has a default. */
export const passage = (fields: Partial<Passage> & Pick<Passage, 'text'>): Passage => ({
  pieceId: fields.text,
  documentId: 'doc_returns',
  sourceId: 'src_shop',
  address: 'returns',
  url: 'https://shop.example/returns',
  title: 'Returns',
  headings: [],
  anchor: undefined,
  page: undefined,
  pageLabel: undefined,
  language: 'en',
  date: undefined,
  mediaType: 'text/html',
  fullText: fields.text,
  score: 0.9,
  isAboveFloor: true,
  ...fields,
})

export const READER = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }

/** Pages in memory: a search gives the passages that share a word of four letters with its query. */
export function createMemoryKnowledge(
  passages: readonly Passage[],
  options: Partial<KnowledgeOptions> = {},
) {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu))
  return createProjectKnowledge(
    {
      search: {
        search: async (_reader, query, limit) =>
          passages
            .filter(({ text }) => !wordsOf(text).isDisjointFrom(wordsOf(query)))
            .slice(0, limit),
      },
      linkTo: async ({ told: { url } }) => url,
      isNamed: () => false,
      today: () => '2026-11-29',
      onError() {},
    },
    {
      onlyFromKnowledge: false,
      trustedTools: new Set(),
      searches: 5,
      characters: 24_000,
      written: [],
      ...options,
    },
  )
}

/** Texts that a model was trained to see before questions and before passages; '' for none. */
export interface EmbeddingPrefixes {
  readonly question: string
  readonly passage: string
}

const NO_PREFIXES: EmbeddingPrefixes = { question: '', passage: '' }

/** Models of one family, by a part of their name, with the prefixes of their model card. The first match counts. */
const FAMILIES: readonly (readonly [RegExp, EmbeddingPrefixes])[] = [
  // Their questions begin with a described task.
  [/e5-.*instruct/, NO_PREFIXES],
  [/nomic-embed-text/, { question: 'search_query: ', passage: 'search_document: ' }],
  [/\be5-(small|base|large)/, { question: 'query: ', passage: 'passage: ' }],
  [
    /embedding-?gemma/,
    { question: 'task: search result | query: ', passage: 'title: none | text: ' },
  ],
  [/snowflake-arctic-embed(2|-[lm]-v2)/, { question: 'query: ', passage: '' }],
  [
    /snowflake-arctic-embed|mxbai-embed-(large|2d-large|xsmall)/,
    { question: 'Represent this sentence for searching relevant passages: ', passage: '' },
  ],
]

/** @param name of a model, with its provider: `ollama/nomic-embed-text`. */
export function knownPrefixes(name: string): EmbeddingPrefixes {
  const lower = name.toLowerCase().replaceAll('_', '-')
  return FAMILIES.find(([pattern]) => pattern.test(lower))?.[1] ?? NO_PREFIXES
}

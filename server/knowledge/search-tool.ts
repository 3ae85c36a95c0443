import { AlcoveError } from '../../shared/errors.ts'
import { SEARCH_TOOL } from '../models/answer-knowledge.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import { quotePassages, type QuotedPassage } from './quote-passages.ts'

/** Passages that one search gives. */
export const SEARCH_RESULTS = 6
/** Maximum of a query; the rest of a longer one is left out. */
export const QUERY_MAX_CHARACTERS = 1_000

export const NO_MORE_SEARCHES_TEXT =
  'This answer has used all of its searches. Answer from the passages above, or call no_answer.'

export interface SearchToolParts {
  readonly search: (
    query: string,
    limit: number,
    signal: AbortSignal,
  ) => Promise<readonly QuotedPassage[]>
  /** True if the answer may search once more. */
  readonly hasRoom: () => boolean
}

const DESCRIPTION =
  'Searches the pages of the owner of this chat, such as help, prices and terms. Use it for each question that they may answer, before you answer, and again in other words if it found too little. Write the number of a passage in brackets behind each sentence that rests on it: [1].'

/** Searches the owner's pages for the model. */
export const createSearchTool = ({ search, hasRoom }: SearchToolParts): BackendTool => ({
  name: SEARCH_TOOL,
  description: DESCRIPTION,
  parameters: PARAMETERS,
  scope: 'read',
  async execute({ query }, { signal }) {
    if (!hasRoom()) throw new AlcoveError('too_large', NO_MORE_SEARCHES_TEXT)
    const text = typeof query === 'string' ? query.slice(0, QUERY_MAX_CHARACTERS) : ''
    return quotePassages(await search(text, SEARCH_RESULTS, signal))
  },
})

const PARAMETERS = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      description:
        'What to look for, in a few words or as a question, in the language of the pages.',
    },
  },
  required: ['query'],
  additionalProperties: false,
} as const

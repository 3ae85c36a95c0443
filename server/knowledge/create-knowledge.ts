import type { ProjectKnowledge } from '../models/answer-knowledge.ts'
import {
  createProjectKnowledge,
  type KnowledgeOptions,
  type KnowledgeParts,
} from './answer-knowledge.ts'
import type { KnowledgeQueries } from '../store/store.ts'
import { linkToPassage } from './text-fragment.ts'
import type { KnowledgeSearch } from './passage.ts'
import { isWrittenId } from './written/written-answer.ts'

/** Longer documents are not read for a link, which then opens at the nearest id. */
export const LINKED_TEXT_MAX_CHARACTERS = 400_000
/** Pieces of a document that are read for a link. */
const LINKED_PIECES_MAX = 1_000

export interface KnowledgeSettings extends Pick<
  KnowledgeParts,
  'isNamed' | 'today' | 'onError' | 'isDraft'
> {
  readonly store: Pick<KnowledgeQueries, 'countEntries' | 'listPieces'>
  readonly search: KnowledgeSearch
  readonly optionsOf: (projectId: string) => Promise<KnowledgeOptions | undefined>
}

/** The pages of all projects, for their assistants; undefined for a project without any. */
export function createKnowledge({
  store,
  search,
  optionsOf,
  isNamed,
  today,
  onError,
  isDraft = false,
}: KnowledgeSettings): (projectId: string) => Promise<ProjectKnowledge | undefined> {
  /** The whole text of a document; undefined if it is too long. */
  async function documentText(projectId: string, documentId: string) {
    const range = { from: 0, to: LINKED_PIECES_MAX }
    const pieces = await store.listPieces(projectId, documentId, range)
    const text = pieces.map((piece) => piece.text).join('\n')
    const isWhole = pieces.length <= LINKED_PIECES_MAX && text.length <= LINKED_TEXT_MAX_CHARACTERS
    return isWhole ? text : undefined
  }

  const parts: KnowledgeParts = {
    search,
    isNamed,
    today,
    onError,
    isDraft,
    async linkTo({ documentId, told: { url, mediaType, passage } }, query, projectId) {
      if (url === undefined || isWrittenId(documentId)) return url
      const text = await documentText(projectId, documentId)
      return linkToPassage({ ...passage, url, mediaType }, text, query)
    },
  }
  return async (projectId) => {
    const options = await optionsOf(projectId)
    if (!options) return undefined
    if (options.written.length === 0 && (await store.countEntries(projectId)) === 0)
      return undefined
    return createProjectKnowledge(parts, options)
  }
}

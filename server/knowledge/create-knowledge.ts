import type { ProjectKnowledge } from '../models/answer-knowledge.ts'
import {
  createProjectKnowledge,
  type KnowledgeOptions,
  type KnowledgeParts,
} from './answer-knowledge.ts'
import { linkToPassage } from './text-fragment.ts'
import type { KnowledgeSearch } from './passage.ts'

export interface KnowledgeSources {
  readonly search: KnowledgeSearch
  /** True if a project has pages to search. */
  readonly hasPages: (projectId: string) => Promise<boolean>
  /** The whole text of a document; undefined: it is gone, or too long to be read for a link. */
  readonly documentText: (projectId: string, documentId: string) => Promise<string | undefined>
  /** Address at which this server shows the kept text of a document; undefined: it shows none. */
  readonly keptTextUrl?: KeptTextUrl | undefined
}

/** Makes the address of a document's kept text, marked at a piece, for one reader. */
export type KeptTextUrl = (
  place: {
    readonly projectId: string
    readonly documentId: string
    readonly pieceId: string
    readonly page: number | undefined
  },
  reader: { readonly workspaceId: string; readonly userId: string },
) => string | undefined

export interface KnowledgeSettings
  extends KnowledgeSources, Pick<KnowledgeParts, 'isNamed' | 'onError'> {
  readonly optionsOf: (projectId: string) => Promise<KnowledgeOptions | undefined>
}

/** The pages of all projects, for their assistants. */
export function createKnowledge(
  settings: KnowledgeSettings,
): (projectId: string) => Promise<ProjectKnowledge | undefined> {
  const { search, hasPages, documentText, keptTextUrl, optionsOf, isNamed, onError } = settings
  const parts: KnowledgeParts = {
    search,
    isNamed,
    onError,
    async linkTo({ documentId, pieceId, told: { url, mediaType, passage } }, query, reader) {
      const { projectId, workspaceId, userId } = reader
      if (url === undefined) {
        const place = { projectId, documentId, pieceId, page: passage.page }
        return keptTextUrl?.(place, { workspaceId, userId })
      }
      const whole = await documentText(projectId, documentId)
      return linkToPassage({ ...passage, url, mediaType }, whole, query)
    },
  }
  return async (projectId) => {
    const options = await optionsOf(projectId)
    if (!options || !(await hasPages(projectId))) return undefined
    return createProjectKnowledge(parts, options)
  }
}

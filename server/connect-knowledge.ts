import { isReservedId } from './auth/identity.ts'
import { deriveKey } from './auth/secret.ts'
import { createKnowledge } from './knowledge/create-knowledge.ts'
import { createKnowledgeSearch } from './knowledge/index/create-search.ts'
import { createKeptDocuments } from './knowledge/kept/kept-documents.ts'
import type { Log } from './log.ts'
import type { Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface KnowledgeWorld {
  readonly settings: Pick<Settings, 'secret'>
  readonly store: Store
  readonly log: Pick<Log, 'error'>
  readonly now: () => number
}

/** The owners' pages, for answers and for people who open a citation. */
export const connectKnowledge = (
  { settings, store, log, now }: KnowledgeWorld,
  projects: Pick<Projects, 'find'>,
) => ({
  knowledgeOf: createKnowledge({
    store: store.knowledge,
    search: createKnowledgeSearch(store.knowledge),
    async optionsOf(projectId) {
      const options = (await projects.find(projectId))?.knowledgeAnswers
      return options && { ...options, trustedTools: new Set(options.trustedTools) }
    },
    isNamed: (userId) => !isReservedId(userId),
    onError: (error) => log.error({ err: error }, 'the link to a passage could not be made'),
  }),
  keptDocuments: createKeptDocuments({
    store: store.knowledge,
    signingKey: deriveKey(settings.secret, 'knowledge-address'),
    isOpen: async (id) => (await projects.find(id)) !== undefined,
    now,
  }),
})

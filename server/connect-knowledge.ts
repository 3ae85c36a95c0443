import { isReservedId } from './auth/identity.ts'
import { deriveKey } from './auth/secret.ts'
import { createDayOf } from './desk/facts/day-of.ts'
import { createKnowledge } from './knowledge/create-knowledge.ts'
import { createKeptDocuments } from './knowledge/kept/kept-documents.ts'
import type { KnowledgeSearch } from './knowledge/passage.ts'
import type { Log } from './log.ts'
import type { Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface KnowledgeWorld {
  readonly settings: Pick<Settings, 'secret' | 'deskTimeZone'>
  readonly store: Store
  readonly log: Pick<Log, 'error'>
  readonly now: () => number
}

/** The owners' pages, for answers and for people who open a citation. */
export const connectKnowledge = (
  { settings, store, log, now }: KnowledgeWorld,
  projects: Pick<Projects, 'find' | 'findDraft'>,
  search: KnowledgeSearch,
) => {
  const dayOf = createDayOf(settings.deskTimeZone)
  const today = () => dayOf(new Date(now()).toISOString())
  const create = (isDraft: boolean) =>
    createKnowledge({
      store: store.knowledge,
      search,
      async optionsOf(projectId) {
        const project = await (isDraft ? projects.findDraft(projectId) : projects.find(projectId))
        if (!project) return undefined
        const { knowledgeAnswers: options, writtenAnswers: written } = project
        return { ...options, written, trustedTools: new Set(options.trustedTools) }
      },
      today,
      isNamed: (userId) => !isReservedId(userId),
      isDraft,
      onError: (error) => log.error({ err: error }, 'the link to a passage could not be made'),
    })
  return {
    knowledgeOf: create(false),
    /** The same as the drafts of projects say. */
    draftKnowledgeOf: create(true),
    keptDocuments: createKeptDocuments({
      store: store.knowledge,
      signingKey: deriveKey(settings.secret, 'knowledge-address'),
      writtenOf: async (id) => (await projects.find(id))?.writtenAnswers,
      now,
    }),
  }
}

import { deriveKey } from './auth/secret.ts'
import { createKeptDocuments, type KeptDocuments } from './knowledge/kept/kept-documents.ts'
import type { Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

export interface KeptDocumentsWorld {
  readonly settings: Pick<Settings, 'secret'>
  readonly store: Pick<Store, 'knowledge'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Documents without an address on the web, at addresses that this server signs. */
export const connectKeptDocuments = (
  { settings, store, now }: KeptDocumentsWorld,
  projects: Pick<Projects, 'find'>,
): KeptDocuments =>
  createKeptDocuments({
    store: store.knowledge,
    signingKey: deriveKey(settings.secret, 'knowledge-address'),
    isOpen: async (id) => (await projects.find(id)) !== undefined,
    now,
  })

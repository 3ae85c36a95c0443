import type { Database } from '../database.ts'
import { addEmbedding, removeFiguresOf, type EmbeddingCall } from './daily.ts'
import { createDueFactQueries } from './due-facts.ts'
import { createPromptQueries } from './prompts.ts'
import { createRetentionQueries } from './retention.ts'
import { createFactWrites } from './save-facts.ts'

/** Facts of answers, and prompts. */
export const createFactQueries = (database: Database) => ({
  ...createFactWrites(database),
  ...createDueFactQueries(database),
  ...createPromptQueries(database),
  ...createRetentionQueries(database),
  /** Counts a call of an embedding model. */
  addEmbedding: (call: EmbeddingCall): Promise<void> =>
    database.write((trx) => addEmbedding(trx, call)),
  /** Removes the figures by day of some models of a project. */
  removeFiguresOf: (projectId: string, models: readonly string[]): Promise<void> =>
    database.write((trx) => removeFiguresOf(trx, projectId, models)),
})

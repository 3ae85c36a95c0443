import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Cases are found by the conversation that they were made from, when it is removed. */
export const casesOfThreads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('cases_of_thread').on('cases').column('thread_id').execute()
  },
}

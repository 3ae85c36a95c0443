import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sessions from before a role was raised keep the role that it was. */
export const raisedRoles = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['raised_at', 'raised_from']) {
      await db.schema.alterTable('desk_roles').addColumn(column, textType).execute()
    }
  },
})

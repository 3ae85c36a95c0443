import type { Database } from '../database.ts'
import { createDeskAuditQueries } from './audit.ts'
import { createDeskPeopleQueries } from './people.ts'
import { createDeskSignInQueries } from './sign-ins.ts'

/** The people who open the desk, how they sign in, and what they did. */
export const createDeskQueries = (database: Database) => ({
  people: createDeskPeopleQueries(database),
  signIns: createDeskSignInQueries(database),
  audit: createDeskAuditQueries(database),
})

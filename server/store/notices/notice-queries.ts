import type { Database } from '../database.ts'
import { createDeliveryQueries } from './delivery-queries.ts'
import { createHookQueries } from './hook-queries.ts'
import { createPublishedQueries } from './tell-published.ts'
import { createReportMailQueries } from './report-queries.ts'

/** Webhooks, deliveries of notices, and weekly reports by mail. */
export const createNoticeQueries = (database: Database) => ({
  hooks: createHookQueries(database),
  deliveries: createDeliveryQueries(database),
  published: createPublishedQueries(database),
  reportMails: createReportMailQueries(database),
})

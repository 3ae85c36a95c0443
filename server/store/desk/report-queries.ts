import type { Database } from '../database.ts'
import { createAnswerReportQueries } from './report-answers.ts'
import { createFigureQueries } from './report-figures.ts'
import { createHealthReportQueries } from './report-health.ts'
import { createKnowledgeReportQueries } from './report-knowledge.ts'
import { createMessageReportQueries } from './report-messages.ts'

export type DeskReportQueries = ReturnType<typeof createDeskReportQueries>

/** Figures and lists for the pages of the desk. */
export const createDeskReportQueries = (database: Database) => ({
  ...createFigureQueries(database),
  ...createAnswerReportQueries(database),
  ...createMessageReportQueries(database),
  ...createKnowledgeReportQueries(database),
  ...createHealthReportQueries(database),
})

import * as v from 'valibot'
import { ALL_PROJECTS, periodQuery } from '../../../shared/desk/fields.ts'
import {
  home,
  quality,
  retentionPreview,
  usage,
  USAGE_GROUPS,
} from '../../../shared/desk/reports.ts'
import { deskRoute, type DeskParts, type DeskRoute } from '../desk-route.ts'
import { maskParts } from '../../mask/mask-text.ts'
import { reportBudgets } from '../reports/budget-report.ts'
import { createDays } from '../reports/days.ts'
import { reportHome } from '../reports/home-report.ts'
import { reportQuality } from '../reports/quality-report.ts'
import { readPeriod, type AskedPeriod } from '../reports/read-period.ts'
import type { ReportParts } from '../reports/report-parts.ts'
import { writeUsageCsv } from '../reports/usage-csv.ts'
import { reportUsage } from '../reports/usage-report.ts'

const period = v.object(periodQuery)
const usageQuery = v.object({ ...periodQuery, by: v.optional(v.picklist(USAGE_GROUPS), 'day') })

export const reportRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/home',
    summary: 'Say what people asked, what went wrong and what it cost',
    needs: 'reader',
    spansProjects: true,
    query: period,
    answers: { 200: home },
    async handle(c, { params, query }, parts) {
      const project = projectOf(params)
      const periods = periodsOf(query, parts)
      const report = await reportHome(toReportParts(parts), project, periods)
      const budgets = await reportBudgets(parts.projects, parts.store.deskReports, project)
      const tokens = budgets.find(({ unit }) => unit === 'tokens')
      const budget = tokens
        ? { used: tokens.used, limit: tokens.limit, unit: 'tokens' as const }
        : null
      return c.json<v.InferOutput<typeof home>>({ ...report, cost: { ...report.cost, budget } })
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/quality',
    summary: 'Say which answers were bad, and why',
    needs: 'reader',
    spansProjects: true,
    query: period,
    answers: { 200: quality },
    async handle(c, { params, query }, parts) {
      const { period } = periodsOf(query, parts)
      const report = await reportQuality(toReportParts(parts), projectOf(params), period)
      return c.json<v.InferOutput<typeof quality>>(report)
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/usage',
    summary: 'Say what was used, and what it cost, by day, assistant, model or language',
    needs: 'reader',
    spansProjects: true,
    query: usageQuery,
    answers: { 200: usage },
    async handle(c, { params, query }, parts) {
      return c.json<v.InferOutput<typeof usage>>(await readUsage(params, query, parts))
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/usage.csv',
    summary: 'The same figures as a table for spreadsheets',
    needs: 'reader',
    spansProjects: true,
    query: usageQuery,
    answers: {
      200: { mediaTypes: ['text/csv'], description: 'A row for each key, and the sums.' },
    },
    async handle(c, { params, query }, parts) {
      const report = await readUsage(params, query, parts)
      const name = `usage-${report.from}-${report.to}.csv`
      return c.body(writeUsageCsv(report, query.by), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/retention',
    summary: 'Say how long conversations are kept, and what the next removal removes',
    needs: 'owner',
    answers: { 200: retentionPreview },
    async handle(c, { params }, { retention }) {
      const preview = await retention.preview(params.project)
      return c.json<v.InferOutput<typeof retentionPreview>>(preview)
    },
  }),
]

interface ProjectParams {
  readonly project: string
}

/** Undefined: all projects. */
const projectOf = ({ project }: ProjectParams) => (project === ALL_PROJECTS ? undefined : project)

const periodsOf = (asked: AskedPeriod, { settings, now }: DeskParts) =>
  readPeriod(asked, createDays(settings.timeZone), now())

const toReportParts = ({ store, settings }: DeskParts): ReportParts => ({
  reports: store.deskReports,
  currency: settings.currency,
  mask: (text) => (text === '' ? [] : maskParts(text)),
})

async function readUsage(
  params: ProjectParams,
  query: v.InferOutput<typeof usageQuery>,
  parts: DeskParts,
) {
  const { period } = periodsOf(query, parts)
  const report = await reportUsage(toReportParts(parts), projectOf(params), period, query.by)
  const budgets = await reportBudgets(parts.projects, parts.store.deskReports, projectOf(params))
  return { ...report, budgets }
}

import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import {
  dailyUsageSchema,
  periodUsageSchema,
  USAGE_DAYS_MAX,
  usageQuerySchema,
} from '../../shared/wire/projects.ts'
import type { Usage } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { route, type Route } from './route.ts'

const DAY_MS = 86_400_000

export const createProjectUsageRoutes = ({ store }: ApiParts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/projects/usage/daily',
    summary: 'Count what the project’s runs used, for each day that has any',
    access: 'server',
    query: usageQuerySchema,
    answers: { 200: dailyUsageSchema },
    async handle(c, { query }) {
      requireDays(query)
      const days = await store.reports.dailyUsage(c.var.project.id, query.from, query.to)
      return c.json({ days: days.map((usage) => ({ day: usage.day, ...usageJson(usage) })) })
    },
  }),
  route({
    method: 'GET',
    path: '/projects/usage/period',
    summary: 'Count what the project’s runs used over all days; each user and thread counts once',
    access: 'server',
    query: usageQuerySchema,
    answers: { 200: periodUsageSchema },
    async handle(c, { query }) {
      requireDays(query)
      const usage = await store.reports.periodUsage(c.var.project.id, query.from, query.to)
      return c.json({ ...query, ...usageJson(usage) })
    },
  }),
]

function requireDays({ from, to }: InferOutput<typeof usageQuerySchema>) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days >= 1 && days <= USAGE_DAYS_MAX) return
  throw new AlcoveError(
    'invalid_request',
    `to: expected a day from ${from} on, at most ${USAGE_DAYS_MAX} days in all.`,
  )
}

function usageJson({ runs, threads, users, inputTokens, outputTokens }: Usage) {
  return { runs, threads, users, input_tokens: inputTokens, output_tokens: outputTokens }
}

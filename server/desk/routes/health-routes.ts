import type * as v from 'valibot'
import { health } from '../../../shared/desk/reports.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'
import { reportHealth } from '../reports/health/health-report.ts'

export const healthRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/health',
    summary: 'Say whether the service works, and what to do where it does not',
    needs: 'service-owner',
    answers: { 200: health },
    async handle(c, _, { store, health: parts, now }) {
      const report = await reportHealth({ ...parts, reports: store.deskReports, now })
      return c.json<v.InferOutput<typeof health>>(report)
    },
  }),
]

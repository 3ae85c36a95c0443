import type { Health } from '../../../../shared/desk/reports.ts'
import type { DeskReportQueries } from '../../../store/store.ts'
import type { ModelErrors } from './model-errors.ts'

const DAY_MS = 86_400_000
const ERRORS_MOST = 50

export interface HealthParts {
  readonly reports: DeskReportQueries
  readonly check: () => Promise<readonly Health['checks'][number][]>
  readonly modelErrors: Pick<ModelErrors, 'list'>
  readonly version: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The state of the service, and the last errors of its models. */
export async function reportHealth(parts: HealthParts): Promise<Health> {
  const { reports, check, modelErrors, version, now } = parts
  return {
    checks: [...(await check())],
    modelErrors: await listModelErrors(reports, modelErrors, now()),
    version: { alcove: version, node: process.versions.node, store: await reports.readVersion() },
  }
}

/** Errors of this server, and errors of answers of the last day on any server. */
async function listModelErrors(
  reports: DeskReportQueries,
  modelErrors: Pick<ModelErrors, 'list'>,
  now: number,
): Promise<Health['modelErrors']> {
  const yesterday = new Date(now - DAY_MS).toISOString()
  const days = { from: yesterday.slice(0, '2026-11-29'.length), to: '9999-12-31' }
  const errors = [...modelErrors.list()]
  for (const project of await reports.busiestProjects(days)) {
    for (const { model, error, count, lastAt } of await reports.listErrors(project, yesterday)) {
      const known = errors.some((each) => each.model === model && each.words.includes(error))
      if (!known) errors.push({ at: lastAt, model: model ?? '', words: error, count })
    }
  }
  return errors.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, ERRORS_MOST)
}

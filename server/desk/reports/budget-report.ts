import type { Usage } from '../../../shared/desk/reports.ts'
import type { Projects } from '../../projects/project.ts'
import type { DeskReportQueries } from '../../store/store.ts'

/** From this part of a budget on, its row is a warning. */
const NEAR = 0.8

const UNITS = { tokensPerProjectPerDay: 'tokens', modelCallsPerProjectPerDay: 'answers' } as const
const NAMES = ['tokensPerProjectPerDay', 'modelCallsPerProjectPerDay'] as const

/** The budgets of a project and what is used of them today (UTC); none if limits are off. */
export async function reportBudgets(
  projects: Pick<Projects, 'limitsOf'>,
  reports: Pick<DeskReportQueries, 'usedBudgets'>,
  project: string | undefined,
): Promise<Usage['budgets']> {
  if (project === undefined) return []
  const { rates, budgets } = projects.limitsOf(project)
  if (rates === 'off') return []
  const used = await reports.usedBudgets(project, NAMES)
  return NAMES.map((name) => {
    const amount = used.get(name) ?? 0
    const limit = budgets[name]
    return { name, used: amount, limit, unit: UNITS[name], isNear: amount >= limit * NEAR }
  })
}

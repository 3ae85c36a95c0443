import type { Home } from '../../../shared/desk/reports.ts'
import type { ReportedProject, ReportPeriod } from '../../store/store.ts'
import type { ComparedPeriods } from './read-period.ts'
import { reportQuestionGroups } from './question-groups.ts'
import type { ReportParts } from './report-parts.ts'
import { projectsOf } from './reported-projects.ts'
import { findWorst } from './troubled-answers.ts'
import { addFigures, costOf } from './usage-report.ts'
import { listDays } from './days.ts'

const WORST_MOST = 6

/** Questions of people, trouble and cost, in a period and in the one before. */
export async function reportHome(
  parts: ReportParts,
  project: ReportedProject,
  { period, before }: ComparedPeriods,
): Promise<Omit<Home, 'cost'> & { readonly cost: Omit<Home['cost'], 'budget'> }> {
  const { reports } = parts
  const sumsOf = async (of: ReportPeriod) => {
    const days = await reports.sumFigures(project, of, 'day')
    return { days, sums: addFigures(days.values()) }
  }
  const { days, sums } = await sumsOf(period)
  const { sums: past } = await sumsOf(before)
  const projects = await projectsOf(reports, project, period)
  const asked = await reportQuestionGroups(parts, projects, period, 'all')
  const { worst, isCut } = await findWorst(parts, projects, period, WORST_MOST)
  return {
    from: period.from,
    to: period.to,
    isCut: isCut || asked.isCut,
    asked: {
      // A repeated answer has no new question.
      questions: sums.answers - sums.repeated,
      before: past.answers - past.repeated,
      groups: [...asked.groups],
    },
    bad: {
      badRatings: sums.bad,
      goodRatings: sums.good,
      unanswered: sums.unanswered,
      errors: sums.errors,
      before: { badRatings: past.bad, unanswered: past.unanswered, errors: past.errors },
      worst: [...worst],
    },
    cost: {
      ...toSums(sums),
      before: toSums(past),
      byDay: listDays(period.from, period.to).map((day) => {
        const figures = days.get(day)
        return {
          day,
          answers: figures?.answers ?? 0,
          cost: figures === undefined ? 0 : costOf(figures),
        }
      }),
    },
  }
}

const toSums = (sums: Parameters<typeof costOf>[0]) => ({
  visitors: sums.visitors,
  conversations: sums.conversations,
  answers: sums.answers,
  cost: costOf(sums),
})

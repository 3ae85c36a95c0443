import type { Quality } from '../../../shared/desk/reports.ts'
import { inTurns, type Steps } from '../../steps/in-turns.ts'
import {
  FEEDBACK_SCORE,
  type ReportedProject,
  type ReportedRating,
  type ReportedTools,
  type ReportPeriod,
} from '../../store/store.ts'
import { reportQuestionGroups } from './question-groups.ts'
import { readNewest } from './read-newest.ts'
import type { ReportParts } from './report-parts.ts'
import { projectsOf } from './reported-projects.ts'
import { findWorst } from './troubled-answers.ts'
import { addFigures } from './usage-report.ts'

const WORST_MOST = 20
const REASONS_MOST = 10
const TOOLS_MOST = 50
/** Reasons that the chat offers. */
const REASONS_TO_CHOOSE = 3
/** Lines of a comment that are read: the chosen reasons, and the person's own words. */
const REASON_LINES_MAX = 3
/** Characters of a reason that are shown. */
export const REASON_MAX_CHARACTERS = 120

/** Ratings, unanswered questions, failed tools and the worst answers of a period. */
export async function reportQuality(
  parts: ReportParts,
  project: ReportedProject,
  period: ReportPeriod,
): Promise<Quality> {
  const { reports, mask } = parts
  const figures = await reports.sumFigures(project, period, 'language')
  const sums = addFigures(figures.values())
  const projects = await projectsOf(reports, project, period)
  const unanswered = await reportQuestionGroups(parts, projects, period, 'unanswered')
  const ratings = await readNewest(
    projects,
    (id, before) => reports.listRatings(id, FEEDBACK_SCORE, period, before),
    (row) => row,
  )
  const tools = await readNewest(
    projects,
    (id, before) => reports.listTools(id, period, before),
    (row) => row,
  )
  const { worst, isCut } = await findWorst(parts, projects, period, WORST_MOST)
  const plain = (text: string) =>
    mask(text)
      .map((part) => part.text)
      .join('')
  return {
    from: period.from,
    to: period.to,
    isCut: isCut || unanswered.isCut || ratings.isCut || tools.isCut,
    ratings: { good: sums.good, bad: sums.bad },
    reasons: (await inTurns(countReasons(ratings.rows))).map(({ reason, count }) => ({
      // Masked as a whole: a part of a number would not be known as one.
      reason: shorten(plain(reason)),
      count,
    })),
    unansweredCount: sums.unanswered,
    unanswered: [...unanswered.groups],
    errors: sums.errors,
    tools: await inTurns(countTools(tools.rows)),
    stopped: sums.stopped,
    repeated: sums.repeated,
    worst: [...worst],
  }
}

/**
 * Reasons in a comment. The chat writes those that a person chose in the first line with commas between, each as
 * the beginning of a sentence; other lines are the person's own words, and stay whole.
 */
function reasonsOf(comment: string): readonly string[] {
  const [line = '', ...own] = comment.split('\n', REASON_LINES_MAX)
  const chosen = line.split(', ')
  const isChosen =
    chosen.length <= REASONS_TO_CHOOSE && chosen.every((text) => !/^\p{Ll}/u.test(text))
  return [...(isChosen ? chosen : [line]), ...own]
    .map((reason) => reason.trim())
    .filter((reason) => reason !== '')
}

const shorten = (reason: string): string =>
  reason.length <= REASON_MAX_CHARACTERS
    ? reason
    : `${reason.slice(0, REASON_MAX_CHARACTERS - 1).toWellFormed()}…`

function* countReasons(
  ratings: readonly ReportedRating[],
): Steps<readonly { readonly reason: string; readonly count: number }[]> {
  const counts = new Map<string, number>()
  for (const { isGood, comment } of ratings) {
    yield
    if (isGood || comment === null) continue
    for (const reason of reasonsOf(comment)) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, REASONS_MOST)
}

interface ToolCount {
  readonly name: string
  calls: number
  failed: number
}

function* countTools(answers: readonly ReportedTools[]): Steps<ToolCount[]> {
  const counts = new Map<string, ToolCount>()
  for (const { tools } of answers) {
    yield
    // Written by the server.
    for (const { name, failed } of JSON.parse(tools) as { name: string; failed: boolean }[]) {
      const count = counts.get(name) ?? { name, calls: 0, failed: 0 }
      count.calls += 1
      if (failed) count.failed += 1
      counts.set(name, count)
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.failed - a.failed || b.calls - a.calls)
    .slice(0, TOOLS_MOST)
}

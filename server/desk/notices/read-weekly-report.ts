import { maskParts, plainText } from '../../mask/mask-text.ts'
import type { FigureSums, ReportPeriod, ReportWeek, Store } from '../../store/store.ts'
import { addDays, countDays, type Days } from '../reports/days.ts'
import { reportQuestionGroups } from '../reports/question-groups.ts'
import { readPeriod } from '../reports/read-period.ts'
import { findWorst } from '../reports/troubled-answers.ts'
import { addFigures, costOf } from '../reports/usage-report.ts'

/** Answers, questions and versions that a report names. */
export const REPORT_ROWS_MAX = 5
/** Characters of one text. */
export const REPORT_TEXT_MAX_CHARACTERS = 200

export interface ReportFigures {
  readonly conversations: number
  readonly answers: number
  readonly badRatings: number
  readonly unanswered: number
  readonly errors: number
  /** In the desk's currency; null: no price is configured. */
  readonly cost: number | null
}

/** The report of a week. All words of people are masked. */
export interface WeeklyReportContent {
  readonly project: string
  readonly name: string
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly figures: ReportFigures
  /** Of the week before. */
  readonly before: ReportFigures
  readonly worst: readonly {
    readonly thread: string
    readonly reasons: readonly string[]
    readonly question: string
    readonly answer: string
    readonly url?: string
  }[]
  /** Questions without an answer that nobody asked in the week before. */
  readonly newUnanswered: readonly { readonly question: string; readonly count: number }[]
  /** Versions of the settings that were published in the week, the newest first. */
  readonly published: readonly {
    readonly version: number
    readonly at: string
    readonly why: string
  }[]
  /** Figures since the last publish, and of as many days before. Absent: nothing was published lately. */
  readonly sincePublish?: {
    readonly version: number
    readonly days: number
    readonly figures: ReportFigures
    readonly before: ReportFigures
  }
}

export interface WeeklyReportParts {
  readonly store: Pick<Store, 'deskReports' | 'notices' | 'projects' | 'now'>
  readonly days: Days
  /** ISO 4217. */
  readonly currency: string
  readonly addressOf: (projectId: string, threadId: string) => string | undefined
}

export async function readWeeklyReport(
  { store, days, currency, addressOf }: WeeklyReportParts,
  project: string,
  week: ReportWeek,
): Promise<WeeklyReportContent> {
  const reports = store.deskReports
  const { period, before } = readPeriod(week, days, store.now())
  const sumsOf = async (of: ReportPeriod) =>
    toReportFigures(addFigures((await reports.sumFigures(project, of, 'day')).values()))
  const { worst } = await findWorst({ reports, mask }, [project], period, REPORT_ROWS_MAX)
  const published = await store.notices.published.list(project)
  const last = published.find(({ at }) => at < period.end)
  return {
    project,
    name: (await store.projects.find(project))?.name ?? project,
    from: week.from,
    to: week.to,
    currency,
    figures: await sumsOf(period),
    before: await sumsOf(before),
    worst: worst.map(({ threadId, reasons, question, answer }) => {
      const url = addressOf(project, threadId)
      return {
        thread: threadId,
        reasons,
        question: cut(plainText(question)),
        answer: cut(plainText(answer)),
        ...(url === undefined ? {} : { url }),
      }
    }),
    newUnanswered: await findNewUnanswered(reports, project, { period, before }),
    published: published
      .filter(({ at }) => at >= period.start && at < period.end)
      .slice(0, REPORT_ROWS_MAX)
      .map(({ version, at, why }) => ({ version, at, why: cut(why) })),
    ...(last && { sincePublish: await comparePublish(last, days, period.to, sumsOf) }),
  }
}

/** Groups without a question in the week before. */
async function findNewUnanswered(
  reports: Store['deskReports'],
  project: string,
  { period, before }: { readonly period: ReportPeriod; readonly before: ReportPeriod },
): Promise<WeeklyReportContent['newUnanswered']> {
  const both = { ...period, from: before.from, start: before.start }
  const { groups } = await reportQuestionGroups({ reports }, [project], both, 'unanswered')
  return groups
    .filter(({ places }) => places.every(({ at }) => at >= period.start))
    .slice(0, REPORT_ROWS_MAX)
    .map(({ example, count }) => ({ question: cut(example), count }))
}

async function comparePublish(
  { version, at }: { readonly version: number; readonly at: string },
  days: Days,
  to: string,
  sumsOf: (period: ReportPeriod) => Promise<ReportFigures>,
) {
  const from = days.dayAt(Date.parse(at))
  const count = countDays(from, to)
  const periodOf = (first: string, last: string): ReportPeriod => ({
    from: first,
    to: last,
    start: days.startOf(first).toISOString(),
    end: days.startOf(addDays(last, 1)).toISOString(),
  })
  return {
    version,
    days: count,
    figures: await sumsOf(periodOf(from, to)),
    before: await sumsOf(periodOf(addDays(from, -count), addDays(from, -1))),
  }
}

const mask = (text: string) => (text === '' ? [] : maskParts(text))

const toReportFigures = (sums: FigureSums): ReportFigures => ({
  conversations: sums.conversations,
  answers: sums.answers,
  badRatings: sums.bad,
  unanswered: sums.unanswered,
  errors: sums.errors,
  cost: costOf(sums),
})

const cut = (text: string): string =>
  text.length <= REPORT_TEXT_MAX_CHARACTERS
    ? text
    : `${text.slice(0, REPORT_TEXT_MAX_CHARACTERS).toWellFormed()} […]`

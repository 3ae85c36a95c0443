import type { QuestionGroup } from '../../../shared/desk/reports.ts'
import { inTurns } from '../../steps/in-turns.ts'
import type { ReportedQuestion, ReportPeriod } from '../../store/store.ts'
import { countAnsweredSince, type AskedQuestion } from '../groups/answered-since.ts'
import { findGroups, GROUPED_MAX, groupQuestions } from '../groups/group-questions.ts'
import { readNewest, type OfProject } from './read-newest.ts'
import type { ReportParts } from './report-parts.ts'

const GROUPS_MOST = 12
const PLACES_MOST = 20

/** Questions of a period that share words, the most frequent group first. */
export async function reportQuestionGroups(
  { reports }: Pick<ReportParts, 'reports'>,
  projects: readonly string[],
  period: ReportPeriod,
  which: 'all' | 'unanswered',
): Promise<{ readonly groups: readonly QuestionGroup[]; readonly isCut: boolean }> {
  const { rows, isCut } = await readNewest(
    projects,
    (project, before) => reports.listQuestions(project, period, before),
    ({ at, messageId }) => ({ at, id: messageId }),
    GROUPED_MAX,
  )
  const asked = which === 'all' ? rows : rows.filter(({ isUnanswered }) => isUnanswered)
  const questions = asked.map(toGrouped)
  const groups = await inTurns(groupQuestions(questions, GROUPS_MOST))
  const groupOf = which === 'all' ? NO_GROUPS : await inTurns(findGroups(rows.map(toGrouped)))
  return {
    groups: groups.map(({ id, example, words, questions }) => ({
      id,
      example,
      words: [...words],
      ...toCounts(questions),
      answeredSince: countAnsweredSince(groupOf.get(questions[0]!.id) ?? questions),
      places: questions.slice(0, PLACES_MOST).map(toPlace),
    })),
    isCut,
  }
}

/** Answered questions after an unanswered one are counted among all of its group; here a group has them already. */
const NO_GROUPS: ReadonlyMap<string, readonly AskedQuestion[]> = new Map()

const toGrouped = (question: OfProject<ReportedQuestion>) => ({
  ...question,
  id: question.messageId,
})

const toCounts = (questions: readonly ReportedQuestion[]) => ({
  count: questions.length,
  unanswered: questions.filter(({ isUnanswered }) => isUnanswered).length,
  bad: questions.filter(({ isBad }) => isBad).length,
})

const toPlace = ({ project, threadId, messageId, at, text }: OfProject<ReportedQuestion>) => ({
  project,
  threadId,
  messageId,
  at,
  text,
})

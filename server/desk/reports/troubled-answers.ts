import type { TroubledAnswer } from '../../../shared/desk/reports.ts'
import {
  FEEDBACK_SCORE,
  readTroubles,
  type ReportedAnswer,
  type ReportPeriod,
} from '../../store/store.ts'
import { isPlainObject } from '../../../shared/json.ts'
import { inTurns, type Steps } from '../../steps/in-turns.ts'
import { parseText } from '../../steps/parse-text.ts'
import { maskStart } from '../../mask/mask-text.ts'
import { readNewest, type OfProject } from './read-newest.ts'
import type { ReportParts } from './report-parts.ts'

/** Characters of an answer in a list. */
const ANSWER_CHARACTERS = 200

/** The worst answers of a period: the most troubled first, of equal ones the newest. */
export async function findWorst(
  parts: Pick<ReportParts, 'reports' | 'mask'>,
  projects: readonly string[],
  period: ReportPeriod,
  limit: number,
): Promise<{ readonly worst: readonly TroubledAnswer[]; readonly isCut: boolean }> {
  const { rows, isCut } = await readNewest(
    projects,
    (project, before) => parts.reports.listTroubled(project, period, before),
    ({ at, messageId }) => ({ at, id: messageId }),
  )
  const worst = await inTurns(chooseWorst(rows, limit))
  return { worst: await describeAnswers(parts, worst), isCut }
}

type Answer = OfProject<ReportedAnswer>

/** Rows in one step. */
const PER_STEP = 500

function* chooseWorst(rows: readonly Answer[], limit: number): Steps<readonly Answer[]> {
  let worst: readonly Answer[] = []
  for (let first = 0; first < rows.length; first += PER_STEP) {
    worst = [...worst, ...rows.slice(first, first + PER_STEP)]
      .toSorted((a, b) => b.trouble - a.trouble || (a.at < b.at ? 1 : -1))
      .slice(0, limit)
    yield
  }
  return worst
}

async function describeAnswers(
  { reports, mask }: Pick<ReportParts, 'reports' | 'mask'>,
  answers: readonly Answer[],
): Promise<readonly TroubledAnswer[]> {
  const told = new Map<Answer, TroubledAnswer>()
  for (const [project, ofProject] of Map.groupBy(answers, (answer) => answer.project)) {
    const questions = await reports.questionsOf(project, ofProject)
    const comments = await reports.commentsOf(project, FEEDBACK_SCORE, ofProject)
    const contents = await reports.contentsOf(project, ofProject)
    for (const answer of ofProject) {
      const { threadId, messageId, at, trouble } = answer
      const comment = comments.get(messageId)
      const text = await readText(contents.get(messageId))
      told.set(answer, {
        project,
        threadId,
        messageId,
        at,
        reasons: [...readTroubles(trouble)],
        question: mask(questions.get(messageId)?.text ?? ''),
        answer: text === '' ? [] : maskStart(text, ANSWER_CHARACTERS),
        comment: comment === undefined ? null : mask(comment),
      })
    }
  }
  return answers.flatMap((answer) => told.get(answer) ?? [])
}

/** The words of a stored message. */
async function readText(json: string | undefined): Promise<string> {
  if (json === undefined) return ''
  const content = await inTurns(parseText(json))
  const parts = isPlainObject(content) ? (content['content'] ?? content['parts']) : undefined
  const texts = (Array.isArray(parts) ? parts : []).flatMap((part: unknown) =>
    isPlainObject(part) && part['type'] === 'text' && typeof part['text'] === 'string'
      ? [part['text']]
      : [],
  )
  return texts.join('\n')
}

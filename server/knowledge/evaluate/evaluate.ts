import type { Passage } from '../passage.ts'
import { isRightPlace } from './is-right-place.ts'
import { readQuestions, type Question } from './read-questions.ts'

/** Results of each question that are judged. */
export const JUDGED_RESULTS = 10
/** Kind of questions in other words than the page's, which text alone cannot find. */
export const REWORDED = 'reworded'

/** A question with the results that it got. */
export interface JudgedQuestion extends Question {
  /** Of the right place among the results, from 1; `null`: not among them. */
  readonly rank: number | null
  /** True if nothing was above the floor. */
  readonly isUnanswered: boolean
  /** Score of the first result; 0 without one. */
  readonly score: number
}

/** Figures of some questions that a page answers. */
export interface Recall {
  readonly questions: number
  /** Shares of questions whose place is the first result, or one of the first five. */
  readonly at1: number
  readonly at5: number
  /** Of the places that were found; `null`: none was. */
  readonly meanRank: number | null
  /** Number of questions with nothing above the floor. */
  readonly unanswered: number
}

export interface Evaluation {
  readonly all: Recall
  readonly withoutReworded: Recall
  readonly byKind: Readonly<Record<string, Recall>>
  readonly byLanguage: Readonly<Record<string, Recall>>
  /** Questions that no page answers. */
  readonly unanswerable: { readonly questions: number; readonly unanswered: number }
  /** In the order of the file. */
  readonly questions: readonly JudgedQuestion[]
}

/**
 * Asks each question of a CSV file, and judges the results by the place that the file names.
 *
 * @param questionsCsv with the columns `QUESTION_COLUMNS`.
 * @param search gives at most so many passages, the best first.
 * @throws AlcoveError `invalid_request` for a file that is no file of questions.
 */
export async function evaluate(
  questionsCsv: string,
  search: (question: string, limit: number) => Promise<readonly Passage[]>,
): Promise<Evaluation> {
  const questions: JudgedQuestion[] = []
  for (const question of readQuestions(questionsCsv)) {
    const found = await search(question.question, JUDGED_RESULTS)
    const index = found.findIndex((passage) => isRightPlace(passage, question))
    questions.push({
      ...question,
      rank: index === -1 ? null : index + 1,
      isUnanswered: !found.some(({ isAboveFloor }) => isAboveFloor),
      score: found[0]?.score ?? 0,
    })
  }
  return summarise(questions)
}

function summarise(questions: readonly JudgedQuestion[]): Evaluation {
  const answerable = questions.filter(({ document }) => document !== '')
  const unanswerable = questions.filter(({ document }) => document === '')
  return {
    all: countRecall(answerable),
    withoutReworded: countRecall(answerable.filter(({ kind }) => kind !== REWORDED)),
    byKind: countEach(answerable, ({ kind }) => kind),
    byLanguage: countEach(answerable, ({ language }) => language),
    unanswerable: { questions: unanswerable.length, unanswered: countUnanswered(unanswerable) },
    questions,
  }
}

function countEach(
  questions: readonly JudgedQuestion[],
  keyOf: (question: JudgedQuestion) => string,
): Readonly<Record<string, Recall>> {
  const groups = [...Map.groupBy(questions, keyOf)]
  return Object.fromEntries(groups.map(([key, group]) => [key, countRecall(group)]))
}

function countRecall(questions: readonly JudgedQuestion[]): Recall {
  const ranks = questions.flatMap(({ rank }) => rank ?? [])
  const share = (most: number) =>
    ratio(ranks.filter((rank) => rank <= most).length, questions.length)
  return {
    questions: questions.length,
    at1: share(1),
    at5: share(5),
    meanRank:
      ranks.length === 0
        ? null
        : ratio(
            ranks.reduce((sum, rank) => sum + rank, 0),
            ranks.length,
          ),
    unanswered: countUnanswered(questions),
  }
}

const countUnanswered = (questions: readonly JudgedQuestion[]): number =>
  questions.filter(({ isUnanswered }) => isUnanswered).length

/** Three digits are all that some hundred questions tell. */
const ratio = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((1_000 * count) / total) / 1_000

/** Least shares of the questions that a page answers, from 0 to 1. */
export interface EvaluationThreshold {
  readonly at1?: number | undefined
  readonly at5?: number | undefined
}

/** True if an evaluation reaches each given share. */
export const meetsThreshold = (
  { all }: Evaluation,
  { at1 = 0, at5 = 0 }: EvaluationThreshold,
): boolean => all.at1 >= at1 && all.at5 >= at5

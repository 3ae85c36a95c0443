import Papa from 'papaparse'
import { AlcoveError } from '../../../shared/errors.ts'

/** Columns of a file of questions, in any order; others are passed over. */
export const QUESTION_COLUMNS = [
  'question',
  'language',
  'document',
  'anchor_or_heading',
  'expected_words',
  'kind',
] as const

/** A question, and the place that answers it. */
export interface Question {
  readonly question: string
  /** BCP 47. */
  readonly language: string
  /** Path or address of the document, or its end; empty: no page answers. */
  readonly document: string
  /** `#id` in the page, or the text of a heading. */
  readonly place: string
  /** Words of the place; all stand in it. */
  readonly expectedWords: readonly string[]
  /** For the report. */
  readonly kind: string
}

const WORDS_SEPARATOR = '|'

/**
 * Reads a CSV file of questions.
 *
 * @throws AlcoveError `invalid_request` with the line that is wrong.
 */
export function readQuestions(csv: string): readonly Question[] {
  const { data, meta, errors } = Papa.parse<Record<string, string>>(csv, {
    header: true,
    skipEmptyLines: 'greedy',
    delimiter: ',',
  })
  const missing = QUESTION_COLUMNS.find((column) => meta.fields?.includes(column) !== true)
  if (missing !== undefined) {
    throw createError(`The file of questions has no column "${missing}".`)
  }
  const [error] = errors
  if (error) throw createError(`Question ${(error.row ?? 0) + 1}: ${error.message}.`)
  if (data.length === 0) throw createError('The file of questions has no question.')
  return data.map((row, index) => {
    const cell = (column: (typeof QUESTION_COLUMNS)[number]) => (row[column] ?? '').trim()
    if (cell('question') === '') throw createError(`Question ${index + 1} is empty.`)
    return {
      question: cell('question'),
      language: cell('language'),
      document: cell('document'),
      place: cell('anchor_or_heading'),
      expectedWords: cell('expected_words')
        .split(WORDS_SEPARATOR)
        .filter((word) => word !== ''),
      kind: cell('kind'),
    }
  })
}

const createError = (message: string): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    `${message} Its first line names the columns: ${QUESTION_COLUMNS.join(', ')}.`,
  )

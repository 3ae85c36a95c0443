import * as v from 'valibot'
import { filledText, listOf, text } from '../../shared/api/option-fields.ts'
import { webAddress } from '../../shared/api/source-options.ts'
import type { WrittenAnswer } from '../knowledge/written/written-answer.ts'
import { block, type Fields } from './config-fields.ts'

/** Written answers of one project. */
export const WRITTEN_ANSWERS_MAX = 500
export const WRITTEN_NAME_MAX_CHARACTERS = 120
/** Example questions of one answer. */
export const WRITTEN_QUESTIONS_MAX = 20
export const WRITTEN_QUESTION_MAX_CHARACTERS = 300
export const WRITTEN_TEXT_MAX_CHARACTERS = 4_000
export const WRITTEN_LINKS_MAX = 5
export const WRITTEN_LINK_TITLE_MAX_CHARACTERS = 200

/** An address that belongs to a written answer. */
export interface WrittenLinkBlock {
  /** 1 to 200 characters. */
  readonly title: string
  /** An https or http address. */
  readonly url: string
}

/** An answer in the owner's own words, in `writtenAnswers` of a project. */
export interface WrittenAnswerBlock {
  /** Name in the desk and in figures, 1 to 120 characters; unique in the project. */
  readonly name: string
  /** Examples of questions that it answers, in the words of those who ask; 1 to 20, of 1 to 300 characters each. */
  readonly questions: readonly string[]
  /** The answer, 1 to 4,000 characters. */
  readonly text: string
  /** Addresses that belong to it, at most 5; a citation opens the first. Default: none; the server shows the text. */
  readonly links?: readonly WrittenLinkBlock[] | undefined
  /** First day on which it is found, `YYYY-MM-DD`, in the desk's time zone. Default: at once. */
  readonly from?: string | undefined
  /** Last day on which it is found, `YYYY-MM-DD`. Default: for ever. */
  readonly until?: string | undefined
  /** Language of the text (BCP 47). Default: unknown. */
  readonly language?: string | undefined
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (value: string): boolean => {
  const time = DAY.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
const day = v.pipe(text, v.check(isDay, 'expected a day such as 2026-11-29'))
const language = v.pipe(text, v.check(isLanguage, 'expected a language tag, such as de or pt-BR'))

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

const answer = v.pipe(
  block({
    name: v.pipe(text, v.trim(), filledText(WRITTEN_NAME_MAX_CHARACTERS)),
    questions: v.pipe(
      listOf(
        v.pipe(text, v.trim(), filledText(WRITTEN_QUESTION_MAX_CHARACTERS)),
        WRITTEN_QUESTIONS_MAX,
      ),
      v.minLength(1, 'expected at least one question'),
    ),
    text: v.pipe(text, v.trim(), filledText(WRITTEN_TEXT_MAX_CHARACTERS)),
    links: v.optional(
      listOf(
        block({
          title: v.pipe(text, v.trim(), filledText(WRITTEN_LINK_TITLE_MAX_CHARACTERS)),
          url: webAddress,
        } satisfies Fields<WrittenLinkBlock>),
        WRITTEN_LINKS_MAX,
      ),
      [],
    ),
    from: v.optional(day),
    until: v.optional(day),
    language: v.optional(language),
  } satisfies Fields<WrittenAnswerBlock>),
  v.check(
    ({ from, until }) => from === undefined || until === undefined || from <= until,
    'expected a last day that is not before the first',
  ),
)

export const writtenAnswers = v.pipe(
  listOf(answer, WRITTEN_ANSWERS_MAX),
  v.check(
    (answers) => new Set(answers.map(({ name }) => name)).size === answers.length,
    'two entries have the same name; rename one of them',
  ),
  v.transform((answers): readonly WrittenAnswer[] => answers),
)

import { createHash } from 'node:crypto'

/** An answer that the owner wrote, as the configuration has it. */
export interface WrittenAnswer {
  /** Unique in its project. */
  readonly name: string
  /** Examples of questions that it answers, in any language. */
  readonly questions: readonly string[]
  readonly text: string
  /** Addresses that belong to it; a citation opens the first. */
  readonly links: readonly { readonly title: string; readonly url: string }[]
  /** First and last day, `YYYY-MM-DD`; undefined: at all times. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** BCP 47. */
  readonly language?: string | undefined
}

const ID_PREFIX = 'written-'
const ID_CHARACTERS = 16

/** Id of its piece and of its document; the same as long as its name is. */
export const writtenIdOf = ({ name }: Pick<WrittenAnswer, 'name'>): string =>
  ID_PREFIX + createHash('sha256').update(name).digest('hex').slice(0, ID_CHARACTERS)

/** True for the id of a written answer. Pieces of pages have numbers, and their documents ids of the store. */
export const isWrittenId = (id: string): boolean => id.startsWith(ID_PREFIX)

/** Source of all written answers, in figures and filters. */
export const WRITTEN_SOURCE_ID = 'written-answers'

/** @param day `YYYY-MM-DD`. */
export const isValidOn = ({ from, until }: WrittenAnswer, day: string): boolean =>
  (from === undefined || from <= day) && (until === undefined || day <= until)

import * as v from 'valibot'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import { listOf, text, wholeNumber } from '../../shared/api/option-fields.ts'
import { block, flag, type Fields } from './config-fields.ts'

/** Searches of one answer by default. */
export const SEARCHES_DEFAULT = 5
export const SEARCHES_MOST = 20
/** Characters of passages of one answer by default. */
export const PASSAGE_CHARACTERS_DEFAULT = 24_000
export const PASSAGE_CHARACTERS_LEAST = 1_000
export const PASSAGE_CHARACTERS_MOST = 60_000
export const TRUSTED_TOOLS_MAX = 64

/** How assistants answer from the project's knowledge, as the operator writes it. */
export interface KnowledgeAnswersBlock {
  /**
   * True if answers come from the project's knowledge alone: each answer begins with a search, and where
   * nothing is found the person reads that, and no words of the model. Default: false.
   */
  readonly onlyFromKnowledge?: boolean | undefined
  /** Searches that a model may make for one answer, 1 to 20. Default: 5. */
  readonly searches?: number | undefined
  /** Characters of passages that a model gets for one answer, 1,000 to 60,000. Default: 24,000. */
  readonly characters?: number | undefined
  /**
   * Names of tools, of this server or of a page, that run without a person's approval even after the model has
   * read a passage. Tools with the scope `read` need no entry. At most 64. Default: none.
   */
  readonly trustedTools?: readonly string[] | undefined
}

export const knowledgeAnswers = block({
  onlyFromKnowledge: v.optional(flag, false),
  searches: v.optional(wholeNumber(1, SEARCHES_MOST), SEARCHES_DEFAULT),
  characters: v.optional(
    wholeNumber(PASSAGE_CHARACTERS_LEAST, PASSAGE_CHARACTERS_MOST),
    PASSAGE_CHARACTERS_DEFAULT,
  ),
  trustedTools: v.optional(
    listOf(v.pipe(text, v.check(isToolName, `expected ${TOOL_NAME_EXPECTED}`)), TRUSTED_TOOLS_MAX),
    [],
  ),
} satisfies Fields<KnowledgeAnswersBlock>)

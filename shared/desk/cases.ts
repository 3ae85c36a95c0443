import * as v from 'valibot'
import { filledText, listOf, text, wholeNumber } from '../api/option-fields.ts'
import { CONTEXT_DATA_EXPECTED, isContextData } from '../context-data.ts'
import { isJsonValue, isPlainObject, type JsonObject } from '../json.ts'
import { count, time } from './fields.ts'

/** Cases of one project. */
export const CASES_MAX = 1_000
export const CASE_NAME_MAX_CHARACTERS = 120
export const CASE_TURNS_MAX = 20
export const CASE_TURN_MAX_CHARACTERS = 8_000
/** Entries of one list of expectations. */
export const CASE_EXPECTATIONS_MAX = 20
export const CASE_EXPECTATION_MAX_CHARACTERS = 500
export const CASE_ANSWER_CHARACTERS_MAX = 100_000
/** Tools to which a case gives results, and the size of one result as JSON in UTF-8. */
export const CASE_TOOLS_MAX = 20
export const CASE_TOOL_RESULT_MAX_BYTES = 16_384

const expectations = v.optional(
  listOf(filledText(CASE_EXPECTATION_MAX_CHARACTERS), CASE_EXPECTATIONS_MAX),
  [],
)

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
/** Judged in one piece: JSON is recursive, which schemas of records cannot infer. */
const toolResults = v.custom<JsonObject>(
  (value) =>
    isPlainObject(value) &&
    isJsonValue(value) &&
    Object.keys(value).length <= CASE_TOOLS_MAX &&
    Object.values(value).every((result) => bytesOf(result) <= CASE_TOOL_RESULT_MAX_BYTES),
  `expected results by the names of at most ${CASE_TOOLS_MAX} tools, each at most ${CASE_TOOL_RESULT_MAX_BYTES} bytes as JSON`,
)

const turn = v.strictObject({
  role: v.picklist(['user', 'assistant']),
  text: filledText(CASE_TURN_MAX_CHARACTERS),
})

/** All of them are judged on the last answer, except `tools`, which any answer of the case may call. */
export const caseExpects = v.strictObject({
  /** Statements that the answer makes: its words contain them, or the judging model finds them. */
  facts: expectations,
  /** Words that the answer lacks, in any letter case. */
  forbidden: expectations,
  /** Title or address of a source that the answer cites, or the name of a written answer. */
  sources: expectations,
  /** Names of tools that the answer calls. */
  tools: expectations,
  /** BCP 47 without a region, such as `de`. */
  language: v.optional(v.pipe(text, v.regex(/^[a-z]{2,3}$/, 'expected a language such as de'))),
  maxCharacters: v.optional(wholeNumber(1, CASE_ANSWER_CHARACTERS_MAX)),
  /** True: the assistant says that it does not know. False: it does not. */
  unanswered: v.optional(v.boolean()),
})

/** The made-up person who asks. */
export const casePerson = v.strictObject({
  /** True: a user whom the owner's own server named. */
  isNamed: v.optional(v.boolean(), false),
  /** BCP 47, for the function that writes instructions. */
  language: v.optional(filledText(35)),
})

/** The question of a case, or one that is tried. */
export const caseQuestion = {
  /** Assistant that answers. */
  assistant: v.optional(filledText(255), 'default'),
  /**
   * In order; the last is the person's. An assistant's turn stands in the prompt as written. Where two turns of
   * the person follow each other, the assistant answers the first.
   */
  turns: v.pipe(
    listOf(turn, CASE_TURNS_MAX),
    v.minLength(1, 'expected at least one turn'),
    v.check((turns) => turns[0]?.role === 'user', 'expected a first turn of the person'),
    v.check((turns) => turns.at(-1)?.role === 'user', 'expected a last turn of the person'),
    v.check(
      (turns) =>
        turns.every(({ role }, at) => role === 'user' || turns[at - 1]?.role !== 'assistant'),
      'expected a turn of the person between two of the assistant',
    ),
  ),
  /** Data that the page shares with the last question. */
  page: v.optional(
    v.nullable(v.custom<JsonObject>(isContextData, `expected ${CONTEXT_DATA_EXPECTED}`)),
    null,
  ),
  person: v.optional(casePerson, {}),
  /** By name of a tool that is not run because it changes something. Default: "done". */
  toolResults: v.optional(toolResults, {}),
  expects: v.optional(caseExpects, {}),
}

const NAME_EXPECTED = `expected 1 to ${CASE_NAME_MAX_CHARACTERS} characters`
const caseName = v.pipe(
  text,
  v.trim(),
  v.minLength(1, NAME_EXPECTED),
  v.maxLength(CASE_NAME_MAX_CHARACTERS, NAME_EXPECTED),
)

/** A case as people write it, in the desk and in a file (one JSON object a line). */
export const caseBody = v.strictObject({
  /** Unique in the project; an import changes the case of the same name. */
  name: caseName,
  ...caseQuestion,
})
export type CaseBody = v.InferOutput<typeof caseBody>

export const deskCase = v.object({
  id: v.string(),
  ...caseBody.entries,
  changedBy: v.nullable(v.string()),
  changedAt: time,
  /** Where it was made from; null: by hand or by a file. */
  from: v.nullable(v.object({ threadId: v.string(), messageId: v.string() })),
})
export type DeskCase = v.InferOutput<typeof deskCase>
/** By name. */
export const caseList = v.object({ cases: v.array(deskCase) })

/** An answer, or the question to it, of a conversation. Texts of the case are masked. */
export const caseFromMessageBody = v.strictObject({
  threadId: filledText(64),
  messageId: filledText(64),
  /** `last`: the question without the turns before it. */
  turns: v.optional(v.picklist(['all', 'last']), 'all'),
})

/** JSON lines. With a problem in one of them, no line is imported. */
export const caseImportBody = v.strictObject({ text })
export const caseImport = v.object({
  added: count,
  changed: count,
  problems: v.array(v.object({ line: count, message: v.string() })),
})

/** Why a publish that is bound to cases was refused: `details` of the refusal. */
export interface CasesRefusal {
  /** `not-run`: no run asked all cases as they are on this draft. `failed`: one of them failed. */
  readonly cases: 'not-run' | 'failed'
}

import * as v from 'valibot'
import { filledText, listOf, wholeNumber } from '../api/option-fields.ts'
import { isPlainObject } from '../json.ts'
import { caseFromMessageBody, CASES_MAX, caseQuestion } from './cases.ts'
import { count, milliseconds, money, time } from './fields.ts'

/** Times that one run asks each case. */
export const CASE_TIMES_MAX = 20
/** Answers that one run asks for. */
export const CASE_ATTEMPTS_MAX = 10_000

/** `draft`: the settings that are being changed. `live`: the published ones. */
export const CASE_SIDES = ['draft', 'live'] as const
export type CaseSide = (typeof CASE_SIDES)[number]
export const caseSide = v.picklist(CASE_SIDES)

const check = v.object({
  kind: v.picklist([
    'fact',
    'forbidden',
    'source',
    'tool',
    'language',
    'length',
    'unanswered',
    /** The answer ended with an error. */
    'error',
  ]),
  /** As the case says it. */
  expected: v.string(),
  isMet: v.boolean(),
  /** Reason in a sentence; null: there is none. With `judge` it says who judged, or why nobody did. */
  note: v.nullable(v.string()),
  /** Absent: rules judged. `nobody`: the judging model could not, and the check is not met. */
  judge: v.optional(v.picklist(['model', 'nobody'])),
})
export type CaseCheck = v.InferOutput<typeof check>

const figures = {
  wholeMs: milliseconds,
  firstWordMs: milliseconds,
  inputTokens: count,
  outputTokens: count,
  cost: money,
}

/** Calls of the judging model, which no figure of answers contains. */
const judging = v.object({ calls: count, inputTokens: count, outputTokens: count, cost: money })
export type CaseJudging = v.InferOutput<typeof judging>

/** A case that was asked once on one side. */
export const caseAttempt = v.object({
  side: caseSide,
  hasPassed: v.boolean(),
  checks: v.array(check),
  answer: v.string(),
  model: v.nullable(v.string()),
  /** The operator's words about the error. */
  error: v.nullable(v.string()),
  sources: v.array(v.object({ title: v.string(), url: v.nullable(v.string()) })),
  tools: v.array(
    v.object({
      name: v.string(),
      /** JSON texts. */
      args: v.string(),
      result: v.string(),
      /** False: the call was recorded alone. */
      hasRun: v.boolean(),
      isError: v.boolean(),
    }),
  ),
  isUnanswered: v.boolean(),
  ...figures,
  /** Absent: no model was asked to judge. */
  judging: v.optional(judging),
})
export type CaseAttempt = v.InferOutput<typeof caseAttempt>

const sides = v.optional(v.pipe(listOf(caseSide, CASE_SIDES.length), v.minLength(1)), [
  'draft',
  'live',
])
const writtenTry = v.strictObject({ sides, ...caseQuestion })
/** An answer, or the question to it, of a conversation: it is asked in its context, without personal data. */
const messageTry = v.strictObject({ sides, from: caseFromMessageBody })

/** A single question with the rules of cases; nothing is kept. It is written, or stands in a conversation. */
export const tryBody = v.lazy((value: unknown): typeof writtenTry | typeof messageTry =>
  isPlainObject(value) && Object.hasOwn(value, 'from') ? messageTry : writtenTry,
)
export type TriedQuestion =
  | Omit<v.InferOutput<typeof writtenTry>, 'sides'>
  | Omit<v.InferOutput<typeof messageTry>, 'sides'>
/** In the order of `sides`. Without a draft, `draft` is the live side. */
export const tried = v.object({ attempts: v.array(caseAttempt) })
export type Tried = v.InferOutput<typeof tried>

export const caseRunBody = v.strictObject({
  sides,
  times: v.optional(wholeNumber(1, CASE_TIMES_MAX), 1),
  /** Ids. Default: all of the project. */
  cases: v.optional(v.pipe(listOf(filledText(64), CASES_MAX), v.minLength(1))),
  /** The caller's name of the run: a call that is repeated with it gets the same run, and starts none. */
  externalId: v.optional(filledText(64)),
})

export const CASE_RUN_STATES = ['running', 'done', 'stopped', 'over-budget', 'failed'] as const
const runFacts = {
  id: v.string(),
  /** `over-budget`: `caseTokensPerDay` was used up before its end. `failed`: the server met errors; its log has them. */
  state: v.picklist(CASE_RUN_STATES),
  sides: v.array(caseSide),
  times: count,
  /** Null: the command line, or the night. */
  by: v.nullable(v.string()),
  /** True for the nightly run of its project. */
  isNightly: v.optional(v.boolean()),
  startedAt: time,
  endedAt: v.nullable(time),
  /** Of the draft when the run began; null: there was none. */
  draftRevision: v.nullable(count),
  publishedNumber: v.nullable(count),
  /** Attempts: cases × sides × times. */
  attempts: count,
  attempted: count,
}
const sideCounts = {
  side: caseSide,
  /** Cases all of whose attempts passed so far, and those with one that failed. */
  passed: count,
  failed: count,
}
/** A run in the list of runs. */
const caseRunHead = v.object({ ...runFacts, bySide: v.array(v.object(sideCounts)) })
export type CaseRunHead = v.InferOutput<typeof caseRunHead>
export const caseRun = v.object({
  ...runFacts,
  bySide: v.array(v.object({ ...sideCounts, ...figures })),
  /** Of all sides; absent: no model was asked to judge. */
  judging: v.optional(judging),
})
export type CaseRun = v.InferOutput<typeof caseRun>
/** Newest first, at most 50. */
export const caseRunList = v.object({ runs: v.array(caseRunHead) })
export const caseRunResults = v.object({
  run: caseRun,
  /** By name; those whose results differ between the sides come first. */
  cases: v.array(
    v.object({
      caseId: v.string(),
      name: v.string(),
      sides: v.array(v.object({ side: caseSide, passed: count, failed: count, ...figures })),
    }),
  ),
})
export type CaseRunResults = v.InferOutput<typeof caseRunResults>
/** Attempts of one case in one run, in the order in which they were asked for. */
export const caseAttempts = v.object({ attempts: v.array(caseAttempt) })

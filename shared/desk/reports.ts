import * as v from 'valibot'
import { webAddress } from '../api/source-options.ts'
import { count, day, markedText, milliseconds, money, time } from './fields.ts'

/** Questions that share words. */
export const questionGroup = v.object({
  /** Stable while the group has the same questions. */
  id: v.string(),
  /** The most usual question, masked. */
  example: v.string(),
  /** Words that they share, the most telling first. */
  words: v.array(v.string()),
  count,
  unanswered: count,
  /** Answered questions after the newest unanswered one; null: all were answered. */
  answeredSince: v.nullable(count),
  bad: count,
  /** Newest first, at most 20. */
  places: v.array(
    v.object({
      project: v.string(),
      threadId: v.string(),
      /** The question. */
      messageId: v.string(),
      at: time,
      text: v.string(),
    }),
  ),
})
export type QuestionGroup = v.InferOutput<typeof questionGroup>

/** Why an answer needs a look, the worst first. */
export const TROUBLES = [
  'bad-rating',
  'unanswered',
  'error',
  'tool-failed',
  'stopped',
  'repeated',
] as const
export type Trouble = (typeof TROUBLES)[number]

/** An answer that needs a look. */
export const troubledAnswer = v.object({
  project: v.string(),
  threadId: v.string(),
  messageId: v.string(),
  at: time,
  question: markedText,
  /** The first words of the answer. */
  answer: markedText,
  reasons: v.array(v.picklist(TROUBLES)),
  comment: v.nullable(markedText),
})
export type TroubledAnswer = v.InferOutput<typeof troubledAnswer>

/** True: groups, tools and the worst answers are those of the newest rows of the period alone. */
const isCut = v.boolean()

const sums = {
  /** Each counts once on each day. */
  visitors: count,
  conversations: count,
  answers: count,
  cost: money,
}

/** The three answers, for a period and for the one before. */
export const home = v.object({
  from: day,
  to: day,
  isCut,
  asked: v.object({ questions: count, before: count, groups: v.array(questionGroup) }),
  bad: v.object({
    badRatings: count,
    goodRatings: count,
    unanswered: count,
    errors: count,
    before: v.object({ badRatings: count, unanswered: count, errors: count }),
    worst: v.array(troubledAnswer),
  }),
  cost: v.object({
    ...sums,
    before: v.object(sums),
    byDay: v.array(v.object({ day, answers: count, cost: money })),
    /** Null: no budget is set. */
    budget: v.nullable(
      v.object({ used: count, limit: count, unit: v.picklist(['tokens', 'money']) }),
    ),
  }),
})
export type Home = v.InferOutput<typeof home>

export const quality = v.object({
  from: day,
  to: day,
  isCut,
  ratings: v.object({ good: count, bad: count }),
  /** Reasons that people chose or wrote for bad ratings, the most frequent first; masked. */
  reasons: v.array(v.object({ reason: v.string(), count })),
  unansweredCount: count,
  errors: count,
  unanswered: v.array(questionGroup),
  /** Tools that fail most come first. */
  tools: v.array(v.object({ name: v.string(), calls: count, failed: count })),
  stopped: count,
  repeated: count,
  worst: v.array(troubledAnswer),
})
export type Quality = v.InferOutput<typeof quality>

export const usageFigures = v.object({
  /** Each counts once on each day. */
  visitors: count,
  conversations: count,
  answers: count,
  inputTokens: count,
  cachedTokens: count,
  outputTokens: count,
  reasoningTokens: count,
  embeddingCalls: count,
  embeddingTokens: count,
  cost: money,
  /** Answers of models without a price, which are not in the cost. */
  unpriced: count,
  firstWordP50Ms: milliseconds,
  firstWordP95Ms: milliseconds,
})
export const USAGE_GROUPS = ['day', 'assistant', 'model', 'language'] as const
export const usage = v.object({
  from: day,
  to: day,
  currency: v.string(),
  total: usageFigures,
  rows: v.array(v.object({ key: v.string(), ...usageFigures.entries })),
  budgets: v.array(
    v.object({
      name: v.string(),
      used: count,
      limit: count,
      unit: v.picklist(['tokens', 'money', 'answers']),
      /** True from 80 % on. */
      isNear: v.boolean(),
    }),
  ),
})
export type Usage = v.InferOutput<typeof usage>

const citedPiece = {
  pieceId: v.string(),
  title: v.string(),
  url: v.nullable(v.string()),
  headings: v.array(v.string()),
}

export const knowledgeOverview = v.object({
  sources: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['folder', 'file', 'sitemap', 'url']),
      location: v.string(),
      isFixed: v.boolean(),
      state: v.picklist(['waiting', 'crawling', 'ready', 'failed']),
      problem: v.nullable(v.string()),
      documents: count,
      unread: count,
      missing: count,
      crawledAt: v.nullable(time),
      dueAt: v.nullable(time),
    }),
  ),
  /** Passages that searches can find. */
  pieces: count,
  /** Answers that used the pages and are looked at for citations, the newest; `since`: the oldest of them. */
  answers: v.object({ count, since: v.nullable(time) }),
  mostCited: v.array(v.object({ ...citedPiece, cited: count })),
  neverCited: v.object({ count, pieces: v.array(v.object(citedPiece)) }),
  /** Answers in the owner's own words, by how often they were given to the model; those of the published version. */
  written: v.array(
    v.object({
      name: v.string(),
      /** Found on this day. */
      isValid: v.boolean(),
      given: count,
      cited: count,
    }),
  ),
})
export type KnowledgeOverview = v.InferOutput<typeof knowledgeOverview>

/** Documents that could not be read, are missing or lost something. */
export const sourceProblems = v.object({
  documents: v.array(
    v.object({
      address: v.string(),
      url: v.nullable(v.string()),
      title: v.string(),
      /** Such as `login` or `too_large`; null: it was read. */
      reason: v.nullable(v.string()),
      /** The reason as a sentence. */
      detail: v.nullable(v.string()),
      notes: v.array(v.string()),
      missingSince: v.nullable(time),
      checkedAt: time,
    }),
  ),
})
export type SourceProblems = v.InferOutput<typeof sourceProblems>

/** A page with those below it, or a sitemap. */
export const newSourceBody = v.strictObject({
  kind: v.picklist(['url', 'sitemap']),
  address: webAddress,
})
export const newSource = v.object({ id: v.string() })

export const health = v.object({
  checks: v.array(
    v.object({
      /** Such as "store", "files", "redis", "model openai/gpt-5", "disk", "backup", "version". */
      name: v.string(),
      state: v.picklist(['good', 'warning', 'bad', 'unknown']),
      sentence: v.string(),
      remedy: v.nullable(v.string()),
      at: time,
    }),
  ),
  modelErrors: v.array(v.object({ at: time, model: v.string(), words: v.string(), count })),
  version: v.object({ alcove: v.string(), node: v.string(), store: v.string() }),
})
export type Health = v.InferOutput<typeof health>

export const retentionPreview = v.object({
  namedDays: v.nullable(count),
  anonymousDays: v.nullable(count),
  /** Days after their last visit from which on visitors without a name are forgotten, where `anonymousDays` says nothing. */
  anonymousIdleDays: count,
  /** Conversations that the next run would remove. */
  conversations: count,
  messages: count,
  /** True: there are more than counted. */
  isCut: v.boolean(),
  oldest: v.nullable(time),
})
export type RetentionPreview = v.InferOutput<typeof retentionPreview>

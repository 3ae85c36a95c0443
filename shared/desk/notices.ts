import * as v from 'valibot'
import { time } from './fields.ts'

/** Kinds of notices that a webhook can be sent, in the order of the desk's page. */
export const NOTICE_EVENTS = [
  'conversation.started',
  'answer.rated_bad',
  'answer.unanswered',
  'answer.failed',
  'budget.reached',
  'settings.published',
  'cases.changed',
  'report.weekly',
] as const
export type NoticeEvent = (typeof NOTICE_EVENTS)[number]

/** Webhooks of a project at most. */
export const HOOKS_MAX = 10
/** Undelivered notices of a webhook at most: later ones are not kept. */
export const HOOK_WAITING_MAX = 5_000
export const HOOK_URL_MAX_CHARACTERS = 2_000
/** Days for which deliveries are listed and can be repeated. */
export const NOTICE_LOG_DAYS = 30

const events = v.pipe(
  v.array(v.picklist(NOTICE_EVENTS)),
  v.minLength(1, 'expected at least one event.'),
  v.transform((names) => NOTICE_EVENTS.filter((name) => names.includes(name))),
)
const url = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(HOOK_URL_MAX_CHARACTERS),
  v.url('expected an address such as https://shop.example/alcove.'),
)

export const newHookBody = v.strictObject({ url, events })
export const changedHookBody = v.strictObject({ url, events, isOn: v.boolean() })
/** The secret is shown in this answer alone. */
export const newHook = v.object({ id: v.string(), secret: v.string() })
export const newHookSecret = v.object({ secret: v.string() })

/**
 * - `due`: waits for its first or next attempt;
 * - `done`: the receiver answered with a status from 200 to 299;
 * - `gave-up`: after all attempts, or the webhook was switched off.
 */
export const deliveryState = v.picklist(['due', 'done', 'gave-up'])

export const hookDelivery = v.object({
  id: v.string(),
  /** Of the headers `webhook-id`: equal for all attempts and repetitions. */
  noticeId: v.string(),
  /** An event, or `test`. */
  event: v.string(),
  /** The conversation that it is about. */
  thread: v.nullable(v.string()),
  state: deliveryState,
  createdAt: time,
  /** Of the next attempt; null: there is none. */
  nextAt: v.nullable(time),
  attempts: v.array(
    v.object({
      at: time,
      ms: v.number(),
      /** Null: the receiver gave no answer. */
      status: v.nullable(v.number()),
      /** A sentence; null: it was delivered. */
      problem: v.nullable(v.string()),
    }),
  ),
})
export type HookDelivery = v.InferOutput<typeof hookDelivery>

export const noticeHook = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.picklist(NOTICE_EVENTS)),
  isOn: v.boolean(),
  createdAt: time,
  /** The newest first; the second one also signs until it is removed. */
  secrets: v.array(v.object({ madeAt: time })),
  /** Undelivered notices. */
  waiting: v.number(),
  /** True: as many wait as may, and new ones are not kept. */
  isFull: v.boolean(),
  last: v.nullable(hookDelivery),
})
export type NoticeHook = v.InferOutput<typeof noticeHook>
export const hookList = v.object({ hooks: v.array(noticeHook) })

export const deliveriesQuery = v.object({ after: v.optional(v.string()) })
export const deliveryList = v.object({
  deliveries: v.array(hookDelivery),
  /** For the next page; null: this is the last. */
  next: v.nullable(v.string()),
})

/**
 * - `due`: waits for its first or next attempt;
 * - `sent`: the mail server took it;
 * - `refused`: the mail server refused it for good, or it may not be sent;
 * - `gave-up`: after all attempts.
 */
export const mailState = v.picklist(['due', 'sent', 'refused', 'gave-up'])
export const reportMail = v.object({
  /** First day of the week; `test` for one that the person asked for. */
  week: v.string(),
  to: v.string(),
  state: mailState,
  at: time,
  nextAt: v.nullable(time),
  /** The words of the mail server, or what prevented it; null: nothing was said yet. */
  said: v.nullable(v.string()),
})
export type ReportMail = v.InferOutput<typeof reportMail>

export const weeklyReport = v.object({
  /** Sender of mails; null: this server sends none. */
  from: v.nullable(v.string()),
  /** True: the caller gets the report by mail. */
  isOn: v.boolean(),
  /** End of the week after which the next reports go out. */
  nextAt: time,
  /** The newest first: for owners those of everybody, else the caller's own. */
  mails: v.array(reportMail),
})
export type WeeklyReport = v.InferOutput<typeof weeklyReport>
export const weeklyReportBody = v.strictObject({ isOn: v.boolean() })

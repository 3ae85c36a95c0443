import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Feedback, Message } from '../../shared/thread/message.ts'
import type { Cloud } from '../api/cloud.ts'
import type { ThreadLog } from './thread-log.ts'

/** Stores people's ratings of answers. */
export interface FeedbackAdapter {
  /**
   * Called when the person decided. Returns a function that reports the rating to the server; the tab may close
   * before.
   *
   * @param feedback `null` removes the rating.
   * @param signal aborts when the thread is left.
   */
  submit(answer: RatedAnswer, feedback: Feedback | null, signal: AbortSignal): SubmitRating
}

export interface RatedAnswer {
  readonly threadId: string
  readonly messageId: string
}

/** `kept`: the server gets it later. @throws AlcoveError, or the signal's reason. */
export type SubmitRating = () => Promise<'saved' | 'kept'>

/** Keeps a rating until the server has it; `send` makes the call. */
export type KeepRating = (
  answer: RatedAnswer,
  feedback: Feedback | null,
  signal: AbortSignal,
) => (send: (signal: AbortSignal) => Promise<void>) => Promise<'saved' | 'kept'>

const keepNothing: KeepRating = (_answer, _feedback, signal) => (send) =>
  send(signal).then(() => 'saved')

/**
 * Adapter of the server; `null` if the client has none.
 *
 * @param keep default: a rating ends with the page.
 */
export const createCloudFeedback = (
  { records }: Cloud,
  keep: KeepRating = keepNothing,
): FeedbackAdapter | null =>
  records
    ? {
        submit(answer, feedback, signal) {
          const { threadId, messageId } = answer
          const make = keep(answer, feedback, signal)
          return () =>
            make(async (ending) =>
              (await records()).sendFeedback(threadId, messageId, feedback, ending),
            )
        },
      }
    : null

export interface FeedbackDeskSettings {
  readonly adapter: FeedbackAdapter | null
  readonly log: ThreadLog
  readonly host: FeedbackHost
}

/** The parts of the conversation that ratings use. */
export interface FeedbackHost {
  /** Resolves with the row of a message, once it has one. */
  savedRow(messageId: string): Promise<string | undefined>
}

export type GiveFeedback = (messageId: string, feedback: Feedback | null) => void

/** Shows a rating at once, and the former one again if saving fails. */
export function createFeedbackDesk(settings: FeedbackDeskSettings): GiveFeedback {
  const { adapter, log } = settings
  /** The rating that the server has for each answer, and the last pending report. */
  const desks = new Map<string, { saved: Feedback | null; last: Promise<void> }>()

  const fail = (error: unknown) => log.fail('feedback', error)

  function show(messageId: string, feedback: Feedback | null) {
    const message = log.tree.get(messageId)
    if (message) log.update(withFeedback(message, feedback))
  }

  const begin = (messageId: string | undefined, feedback: Feedback | null) =>
    messageId === undefined
      ? undefined
      : adapter?.submit({ threadId: log.id, messageId }, feedback, log.closing)

  async function beginLate(messageId: string, feedback: Feedback | null) {
    const submit = begin(await settings.host.savedRow(messageId), feedback)
    if (!submit) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
    return submit()
  }

  return (messageId, feedback) => {
    const message = log.tree.get(messageId)
    if (message?.role !== 'assistant') return
    if (!adapter) {
      return fail(new AlcoveError('config_invalid', THREAD_TEXTS.feedbackNotConfigured))
    }
    const saved = message.metadata.submittedFeedback ?? null
    const desk = desks.get(messageId) ?? { saved, last: Promise.resolve() }
    desks.set(messageId, desk)
    show(messageId, feedback)
    // Submitted at once, because an earlier rating may still be pending.
    const submit = begin(log.rows.rowOf(messageId), feedback)
    // In sequence, so that the last rating counts.
    const task = desk.last.then(submit ?? (() => beginLate(messageId, feedback))).then(
      (result) => {
        desk.saved = feedback
        if (result === 'saved') log.tell({ type: 'taken', what: 'rating saved' })
      },
      (error: unknown) => {
        if (log.closing.aborted) return
        if (desk.last === task) show(messageId, desk.saved)
        fail(error)
      },
    )
    desk.last = task
  }
}

function withFeedback(message: Message, feedback: Feedback | null): Message {
  const { submittedFeedback: _, ...metadata } = message.metadata
  return {
    ...message,
    metadata: feedback ? { ...metadata, submittedFeedback: feedback } : metadata,
  }
}

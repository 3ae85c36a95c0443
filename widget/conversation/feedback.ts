import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Feedback, Message } from '../../shared/thread/message.ts'
import type { Cloud } from '../api/cloud.ts'
import type { ThreadLog } from './thread-log.ts'

/** Where it is remembered what a person thinks of an answer. */
export interface FeedbackAdapter {
  /**
   * @param feedback `null` takes back what was said before.
   * @throws AlcoveError, or the signal's reason.
   */
  submit(
    answer: { readonly threadId: string; readonly messageId: string },
    feedback: Feedback | null,
    signal: AbortSignal,
  ): Promise<void>
}

/** The server's; `null` when the client has none. */
export const createCloudFeedback = ({ records }: Cloud): FeedbackAdapter | null =>
  records
    ? {
        async submit({ threadId, messageId }, feedback, signal) {
          await (await records()).sendFeedback(threadId, messageId, feedback, signal)
        },
      }
    : null

export interface FeedbackDeskSettings {
  readonly adapter: FeedbackAdapter | null
  readonly log: ThreadLog
  readonly host: FeedbackHost
}

/** The conversation, as ratings use it. */
export interface FeedbackHost {
  /** The row of a message, once it has one. */
  savedRow(messageId: string): Promise<string | undefined>
}

export type GiveFeedback = (messageId: string, feedback: Feedback | null) => void

/** Shows what a person thinks of an answer at once, and takes it back when it could not be saved. */
export function createFeedbackDesk(settings: FeedbackDeskSettings): GiveFeedback {
  const { adapter, log } = settings
  /** What the server has of each answer, and the newest word that goes there. */
  const desks = new Map<string, { saved: Feedback | null; last: Promise<void> }>()

  const fail = (error: unknown) => log.fail('feedback', error)

  function show(messageId: string, feedback: Feedback | null) {
    const message = log.tree.get(messageId)
    if (message) log.update(withFeedback(message, feedback))
  }

  async function submit(messageId: string, feedback: Feedback | null) {
    const rowId = await settings.host.savedRow(messageId)
    if (rowId === undefined) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
    await adapter?.submit({ threadId: log.id, messageId: rowId }, feedback, log.closing)
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
    // One after the other: the last word counts.
    const task = desk.last
      .then(() => submit(messageId, feedback))
      .then(
        () => {
          desk.saved = feedback
          log.tell({ type: 'taken', what: 'rating saved' })
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

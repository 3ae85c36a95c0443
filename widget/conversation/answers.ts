import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import {
  createAssistantMessage,
  type Message,
  type MessageStatus,
} from '../../shared/thread/message.ts'
import type { Clock } from '../api/clock.ts'
import type { Capabilities } from './capabilities.ts'
import { isCutOff, reopenText } from '../../shared/thread/settle-message.ts'
import type { TurnPlan } from './conversation-state.ts'
import { findGoodEnd } from './good-answer.ts'
import {
  createMessage,
  editOf,
  isEmpty,
  isSameAs,
  refusalOf,
  type OutgoingMessage,
  type SendReceipt,
} from './outgoing-message.ts'
import type { FailedAction } from '../world/failed-action.ts'
import { refuse, type ThreadLog } from './thread-log.ts'
import type { UiPart } from './transport.ts'

export interface AnswersSettings {
  readonly log: ThreadLog
  readonly clock: Clock
  readonly capabilities: Capabilities
  /** True if this browser stores the answers, because no server does. */
  readonly savesHere: boolean
  readonly host: AnswersHost
}

/** The parts of the conversation that its answers use. */
export interface AnswersHost {
  /** True if a turn may begin now. */
  readonly isFree: boolean
  /** True if the newest stored messages are shown. */
  readonly isLoaded: boolean
  /** Aborts the tools of an older answer before a turn that leaves them behind. */
  abortTools(): void
  begin(plan: TurnPlan): void
}

/** Begins answers, in all ways. */
export interface Answers {
  /** Sends a message. Returns false if nothing can be sent now. */
  send(message: OutgoingMessage, receipt?: SendReceipt): boolean
  /**
   * Sends an edited user message as a sibling of the old one. Returns false like `send`, or if nothing changed.
   */
  edit(messageId: string, message: OutgoingMessage): boolean
  /** Makes an answer again, as a sibling of the old one. */
  reload(messageId: string): void
  /** Sends an unsent message again, makes an answer again, or repeats decisions about its calls. */
  retry(messageId: string): void
  /** Continues the text of an answer that was cut off. */
  continueAnswer(messageId: string): void
  /** Continues an answer with these outcomes of its calls. Only while no turn runs. */
  proceed(answer: Message, outcomes: readonly UiPart[]): void
  /** Reports the outcomes of an answer's calls without continuing it, because a person stopped it. */
  conclude(answer: Message, outcomes: readonly UiPart[]): void
  /** Keeps outcomes of an answer's calls that the server did not accept, for a retry. */
  keepOutcomes(answerId: string, outcomes: readonly UiPart[]): void
  /** Drops the kept outcomes, because the loaded rows contain the decisions. */
  forgetOutcomes(): void
}

export function createAnswers(settings: AnswersSettings): Answers {
  const { log, capabilities, savesHere, host } = settings
  const beginnings = createBeginnings(settings)
  const { runConfigs } = beginnings
  const sendBehind = createSendBehind(settings, beginnings)
  /** Outcomes to repeat, by the answer's id. */
  const untold = new Map<string, readonly UiPart[]>()

  const isReady = () => host.isFree && host.isLoaded

  function proceed(answer: Message, outcomes: readonly UiPart[], isStopped = false) {
    const going: Message = { ...answer, status: { type: 'running' } }
    if (beginnings.goOn(going, outcomes, { isStopped })) untold.delete(answer.id)
  }

  return {
    send(message, receipt) {
      // The message arrived; only the response was lost.
      if (message.id !== undefined && log.rows.isKnown(message.id)) receipt?.taken()
      else return isReady() && sendBehind(findGoodEnd(log.tree), message, receipt)
      return true
    },
    edit(messageId, changed) {
      if (!capabilities.edit) return refuse(log, 'send', THREAD_TEXTS.unsupportedEditing)
      const message = log.tree.get(messageId)
      const parentId = log.tree.parentOf(messageId)
      if (!isReady() || message?.role !== 'user' || parentId === undefined) return false
      if (isSameAs(message, changed)) return false
      const isSent = sendBehind(parentId, editOf(message, changed, runConfigs.get(messageId)))
      if (isSent) dropUnsent(messageId, log)
      return isSent
    },
    reload(messageId) {
      if (!capabilities.reload) return void refuse(log, 'send', THREAD_TEXTS.unsupportedReloading)
      const message = log.tree.get(messageId)
      if (!isReady() || message?.role !== 'assistant') return
      host.abortTools()
      beginnings.regenerate(message)
    },
    retry(messageId) {
      const message = log.tree.get(messageId)
      if (!capabilities.reload && message?.status)
        return void refuse(log, 'send', noRetry(message.status))
      if (!host.isFree || !message) return
      const outcomes = untold.get(messageId)
      if (outcomes) return proceed(message, outcomes)
      host.abortTools()
      if (message.role === 'assistant') beginnings.regenerate(message)
      else beginnings.sendAgain(message)
    },
    continueAnswer(messageId) {
      const message = log.tree.get(messageId)
      if (!capabilities.continue || !host.isFree || !message || !isCutOff(message)) return
      host.abortTools()
      beginnings.goOn(reopenText(message), [], { cutOff: message })
    },
    proceed: (answer, outcomes) => proceed(answer, outcomes),
    conclude(answer, outcomes) {
      // Without a server that stores answers, there is none to tell.
      if (!savesHere) proceed(answer, outcomes, true)
    },
    keepOutcomes: (answerId, outcomes) => void untold.set(answerId, outcomes),
    forgetOutcomes: () => untold.clear(),
  }
}

/**
 * Adds a message below another one, which need not be the last, and starts its answer. Returns false if refused.
 */
function createSendBehind(
  { log, capabilities, savesHere, host }: AnswersSettings,
  { runConfigs, now, submit }: Beginnings,
) {
  const takes = { takesAttachments: capabilities.attachments, takesRoles: savesHere }
  return (parentId: string | null, outgoing: OutgoingMessage, receipt?: SendReceipt): boolean => {
    const { runConfig, id = createMessageId(), createdAt = now() } = outgoing
    if (isEmpty(outgoing)) return false
    const refusal = refusalOf(outgoing, takes)
    if (refusal !== undefined) return refuse(log, 'send', refusal)
    host.abortTools()
    const message = createMessage(outgoing, id, createdAt)
    if (runConfig) runConfigs.set(message.id, runConfig)
    log.put(parentId, message)
    submit(message, receipt)
    return true
  }
}

/** The error for an answer that cannot be retried: a waiting one would continue, another would be made again. */
function noRetry({ type }: MessageStatus): string {
  const { unsupportedResuming, unsupportedReloading } = THREAD_TEXTS
  return type === 'requires-action' ? unsupportedResuming : unsupportedReloading
}

/** Removes the unsent message that an edit replaced: it is not a branch, because only this browser had it. */
function dropUnsent(messageId: string, log: ThreadLog) {
  if (!log.unsent.has(messageId)) return
  log.markUnsent(messageId, false)
  log.remove(messageId)
}

type Beginnings = ReturnType<typeof createBeginnings>

/** Begins turns: one method for each way in which an answer begins. */
function createBeginnings({ log, clock, savesHere, host }: AnswersSettings) {
  /** Run configurations of messages, by id. */
  const runConfigs = new Map<string, JsonObject>()
  const now = () => new Date(clock.now()).toISOString()

  function answerAnew(plan: Omit<TurnPlan, 'answer' | 'outcomes'>) {
    const answer = createAssistantMessage(createMessageId(), now())
    host.begin({ ...plan, answer, outcomes: [], metadata: runConfigs.get(plan.question.id) })
  }

  function submit(question: Message, receipt?: SendReceipt) {
    answerAnew({ kind: 'submit', question, replaced: null, receipt })
  }

  function ask(question: Message, replaced: Message | null) {
    // An answer that the server does not have is not a branch.
    if (!savesHere && replaced && log.rows.rowOf(replaced.id) === undefined) log.remove(replaced.id)
    answerAnew({ kind: 'regenerate', question, replaced })
  }

  /** Sends an unsent message at the end of the thread. For a sent one, only asks for the answer. */
  function sendAgain(question: Message) {
    if (log.rows.rowOf(question.id) !== undefined) return ask(question, null)
    log.markUnsent(question.id, false)
    log.moveToEnd(question.id)
    submit(question)
  }

  /**
   * Returns the message that an answer answers. Without it, the answer can neither continue nor be made again.
   */
  function questionOf(answer: Message, during: FailedAction): Message | undefined {
    const question = log.tree.get(log.tree.parentOf(answer.id) ?? '')
    if (!question) log.fail(during, new AlcoveError('not_found', THREAD_TEXTS.noOriginalMessages))
    return question
  }

  return {
    runConfigs,
    now,
    submit,
    sendAgain,
    /** Makes an answer again. If the server does not have the question, sends that again. */
    regenerate(answer: Message) {
      const question = questionOf(answer, 'reload')
      if (!question) return
      if (savesHere || log.rows.rowOf(question.id) !== undefined) return ask(question, answer)
      if (question.role !== 'user') return
      log.remove(answer.id)
      sendAgain(question)
    },
    /** Continues an answer. Returns false if its question is unknown. */
    goOn(
      answer: Message,
      outcomes: readonly UiPart[],
      how: Pick<TurnPlan, 'isStopped' | 'cutOff'>,
    ): boolean {
      const question = questionOf(answer, 'tool')
      if (!question) return false
      const metadata = runConfigs.get(question.id)
      host.begin({
        kind: 'continue',
        question,
        answer,
        replaced: null,
        outcomes,
        ...how,
        metadata,
      })
      return true
    },
  }
}

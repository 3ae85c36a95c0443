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
  /** No server keeps the answers: this browser does. */
  readonly savesHere: boolean
  readonly host: AnswersHost
}

/** The conversation, as the beginnings of its answers use it. */
export interface AnswersHost {
  /** Whether a turn may begin now. */
  readonly isFree: boolean
  /** Whether the newest stored messages are shown. */
  readonly isLoaded: boolean
  /** Ends the tools of an older answer before a turn that leaves them behind. */
  abortTools(): void
  begin(plan: TurnPlan): void
}

/** All ways in which an answer begins. */
export interface Answers {
  /** False when nothing can be sent now. */
  send(message: OutgoingMessage, receipt?: SendReceipt): boolean
  /** Sends a changed user message beside the old one. False like `send`, or when nothing changed. */
  edit(messageId: string, message: OutgoingMessage): boolean
  /** Makes an answer again beside the old one. */
  reload(messageId: string): void
  /** Sends an unsent message again, makes an answer again, or says again what was decided in it. */
  retry(messageId: string): void
  /** Goes on with the text of an answer that was cut off. */
  continueAnswer(messageId: string): void
  /** Goes on with an answer whose calls have these outcomes by now. Only while none runs. */
  proceed(answer: Message, outcomes: readonly UiPart[]): void
  /** Says that somebody stopped an answer whose calls have these outcomes: it does not go on. */
  conclude(answer: Message, outcomes: readonly UiPart[]): void
  /** Remembers what was decided about the calls of an answer and the server was told in vain. */
  keepOutcomes(answerId: string, outcomes: readonly UiPart[]): void
  /** The rows that are shown now say what was decided. */
  forgetOutcomes(): void
}

export function createAnswers(settings: AnswersSettings): Answers {
  const { log, capabilities, savesHere, host } = settings
  const beginnings = createBeginnings(settings)
  const { runConfigs } = beginnings
  const sendBehind = createSendBehind(settings, beginnings)
  /** By the answer's id. */
  const untold = new Map<string, readonly UiPart[]>()

  const isReady = () => host.isFree && host.isLoaded

  function proceed(answer: Message, outcomes: readonly UiPart[], isStopped = false) {
    const going: Message = { ...answer, status: { type: 'running' } }
    if (beginnings.goOn(going, outcomes, { isStopped })) untold.delete(answer.id)
  }

  return {
    send(message, receipt) {
      // Only the answer to the call was lost.
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
      // What no server keeps, nobody is told of.
      if (!savesHere) proceed(answer, outcomes, true)
    },
    keepOutcomes: (answerId, outcomes) => void untold.set(answerId, outcomes),
    forgetOutcomes: () => untold.clear(),
  }
}

/** Puts a message behind another one, which need not be the last, and has it answered; false when it is refused. */
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

/** Why an answer cannot be had again: one that waits would go on, another one be made anew. */
function noRetry({ type }: MessageStatus): string {
  const { unsupportedResuming, unsupportedReloading } = THREAD_TEXTS
  return type === 'requires-action' ? unsupportedResuming : unsupportedReloading
}

/** What only this browser had is no branch beside what was sent in its place. */
function dropUnsent(messageId: string, log: ThreadLog) {
  if (!log.unsent.has(messageId)) return
  log.markUnsent(messageId, false)
  log.remove(messageId)
}

type Beginnings = ReturnType<typeof createBeginnings>

/** The plans of turns, each for one way in which an answer begins. */
function createBeginnings({ log, clock, savesHere, host }: AnswersSettings) {
  /** What was said of the runs that answer a message, by its id. */
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
    // An answer that the server does not have is no branch.
    if (!savesHere && replaced && log.rows.rowOf(replaced.id) === undefined) log.remove(replaced.id)
    answerAnew({ kind: 'regenerate', question, replaced })
  }

  /** An unsent message moves to the end; one that was sent only lacks its answer. */
  function sendAgain(question: Message) {
    if (log.rows.rowOf(question.id) !== undefined) return ask(question, null)
    log.markUnsent(question.id, false)
    log.moveToEnd(question.id)
    submit(question)
  }

  /** What an answer answers; without that it can neither go on nor be made again. */
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
    /** A question that the server does not have is sent again with its answer. */
    regenerate(answer: Message) {
      const question = questionOf(answer, 'reload')
      if (!question) return
      if (savesHere || log.rows.rowOf(question.id) !== undefined) return ask(question, answer)
      if (question.role !== 'user') return
      log.remove(answer.id)
      sendAgain(question)
    },
    /** False when nobody knows any more what the answer answers. */
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

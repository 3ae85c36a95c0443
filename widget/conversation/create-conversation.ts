import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { Feedback, Message } from '../../shared/thread/message.ts'
import { createOwnWake, NO_WAKE } from '../api/backoff.ts'
import { createAnswers, type Answers, type AnswersHost } from './answers.ts'
import { canSwitch, capabilitiesOf, type Capabilities } from './capabilities.ts'
import { createChatTransport } from './chat-transport.ts'
import type { Turn, TurnPlan } from './conversation-state.ts'
import {
  createCloudFeedback,
  createFeedbackDesk,
  type FeedbackHost,
  type GiveFeedback,
} from './feedback.ts'
import type { Keeper } from './history-keeper.ts'
import { createHistoryLoader, type HistoryHost, type HistoryLoader } from './history-loader.ts'
import type { OutgoingMessage, SendReceipt } from './outgoing-message.ts'
import { createPathShower, type PathHost, type PathShower } from './path-shower.ts'
import { createThreadLog, refuse, type ThreadLog } from './thread-log.ts'
import { createToolDesk, type ToolDesk, type ToolsHost } from './tool-desk.ts'
import type { ToolAnswer } from './tools/decide-call.ts'
import { NO_CONTEXT, type TurnStream, type UiPart } from './transport.ts'
import { createTurnCalls } from './turn-calls.ts'
import { createTurns, type OuterEffect, type Turns, type TurnsHost } from './turns.ts'
import type { Conversation, ConversationSettings } from './conversation.ts'

/** Assembles the parts of a conversation. */
export const createConversation = (settings: ConversationSettings): Conversation =>
  new ThreadConversation(settings)

/** A conversation. Only it knows its parts, which reach each other through its methods. */
class ThreadConversation
  implements Conversation, AnswersHost, FeedbackHost, HistoryHost, PathHost, ToolsHost, TurnsHost
{
  readonly #isReadOnly: boolean
  readonly #capabilities: Capabilities
  readonly #log: ThreadLog
  readonly #keeper: Keeper | null
  readonly #turns: Turns
  readonly #paths: PathShower
  readonly #answers: Answers
  readonly #tools: ToolDesk | null
  readonly #history: HistoryLoader
  readonly #rate: GiveFeedback
  /** The last reported run state. */
  #wasRunning = false

  constructor(settings: ConversationSettings) {
    const {
      cloud,
      clock,
      pace,
      isNew,
      isReadOnly = false,
      readContext = () => NO_CONTEXT,
    } = settings
    const { transport = createChatTransport(cloud, clock), pathMemory: memory } = settings
    const { feedback = createCloudFeedback(cloud, settings.keepRating) } = settings
    const { createToolRunner: createRunner } = settings
    const { createKeeper } = transport
    const wake = createOwnWake(settings.wake ?? NO_WAKE)
    const retry = { clock, random: settings.random ?? Math.random, wake }
    const savesHere = createKeeper !== undefined
    const log = createThreadLog(settings.threadId, settings.onChange)
    const capabilities = capabilitiesOf({
      isReadOnly,
      hasSpeech: settings.hasSpeech === true,
      hasAttachments: settings.hasAttachments !== false,
      hasFeedback: feedback !== null,
      isKept: !savesHere,
    })
    const { records } = cloud
    const keeper = records && createKeeper ? createKeeper({ cloud, records, clock, log }) : null
    const calls = createTurnCalls({ ...settings, transport, retry, log, keeper, readContext })
    const parts = { log, clock, savesHere, host: this }
    this.#isReadOnly = isReadOnly
    this.#capabilities = capabilities
    this.#log = log
    this.#keeper = keeper
    this.#turns = createTurns({ ...parts, calls, wake, pace })
    this.#paths = createPathShower({ ...parts, memory })
    this.#answers = createAnswers({ ...parts, capabilities })
    this.#tools = createRunner ? createToolDesk({ ...parts, createRunner, keeper }) : null
    this.#history = createHistoryLoader({ ...parts, cloud, retry, transport, isNew })
    this.#rate = createFeedbackDesk({ ...parts, adapter: isReadOnly ? null : feedback })
    log.tell({ type: 'history', state: this.#history.state })
    log.tell({ type: 'capabilities', capabilities })
  }

  // Methods for the page and the person.

  load(): Promise<void> {
    return this.#history.load()
  }

  loadOlder(): Promise<void> {
    return this.#history.loadOlder()
  }

  has(messageId: string): boolean {
    return this.#log.rows.isKnown(messageId)
  }

  rowOf(messageId: string): string | undefined {
    return this.#log.rows.rowOf(messageId)
  }

  send(message: OutgoingMessage, receipt?: SendReceipt): boolean {
    return this.#answers.send(message, receipt)
  }

  edit(messageId: string, message: OutgoingMessage): boolean {
    return this.#answers.edit(messageId, message)
  }

  reload(messageId: string): void {
    this.#answers.reload(messageId)
  }

  retry(messageId: string): void {
    this.#answers.retry(messageId)
  }

  continueAnswer(messageId: string): void {
    this.#answers.continueAnswer(messageId)
  }

  switchTo(messageId: string): void {
    this.#paths.switchTo(messageId)
  }

  showRow(rowId: string): string | null {
    return this.#paths.showRow(rowId)
  }

  answerTool(toolCallId: string, answer: ToolAnswer): void {
    if (!this.#tools || this.#isReadOnly)
      refuse(this.#log, 'tool', THREAD_TEXTS.unsupportedToolResults)
    else if (!this.#log.closing.aborted) this.#tools.answer(toolCallId, answer)
  }

  giveFeedback(messageId: string, feedback: Feedback | null): void {
    this.#rate(messageId, feedback)
  }

  stop(): void {
    if (!this.#capabilities.cancel)
      return void refuse(this.#log, 'stop', THREAD_TEXTS.unsupportedCancelling)
    // Turns first: outcomes of the stopped tools are reported by a turn as well, which must not be stopped.
    this.#turns.stop()
    this.#tools?.stop()
  }

  close(): void {
    this.#log.close()
  }

  // Methods for its parts.

  get isTurnRunning(): boolean {
    return this.#turns.isRunning
  }

  get isRunning(): boolean {
    return this.#turns.isRunning || this.#tools?.isBusy === true
  }

  get isFree(): boolean {
    return !this.#isReadOnly && !this.isRunning && !this.#log.closing.aborted
  }

  get isLoaded(): boolean {
    return this.#history.state === 'ready'
  }

  get canSwitch(): boolean {
    return canSwitch(this.#capabilities, this.isRunning)
  }

  begin(plan: TurnPlan): void {
    this.#turns.begin(plan)
  }

  follow(question: Message, answer: Message, stream: TurnStream): void {
    this.begin({ kind: 'follow', question, answer, replaced: null, outcomes: [], stream })
  }

  proceed(answer: Message, outcomes: readonly UiPart[]): void {
    this.#answers.proceed(answer, outcomes)
  }

  conclude(answer: Message, outcomes: readonly UiPart[]): void {
    this.#answers.conclude(answer, outcomes)
  }

  abortTools(): void {
    this.#tools?.abort()
  }

  noteRun(): void {
    const { isRunning } = this
    if (this.#wasRunning === isRunning) return
    this.#wasRunning = isRunning
    this.#log.tell({ type: 'run', isRunning })
  }

  notePathShown(): void {
    this.#turns.shown()
  }

  noteHistoryShown(): void {
    this.#answers.forgetOutcomes()
    this.#paths.restore()
    this.#turns.shown()
  }

  async savedRow(messageId: string): Promise<string | undefined> {
    if (this.rowOf(messageId) === undefined) await this.#keeper?.save(messageId)
    return this.rowOf(messageId)
  }

  perform(effect: OuterEffect): void {
    switch (effect.type) {
      case 'observe':
        return this.#tools?.observe(effect.message)
      case 'wait':
        return this.#tools?.settle(effect.answer)
      case 'settle':
        return this.#settle(effect.turn)
      case 'reload':
        return void this.load()
      case 'keep outcomes':
        return this.#answers.keepOutcomes(effect.turn.answer.id, effect.turn.outcomes)
      default:
        return effect satisfies never
    }
  }

  #settle({ kind, answer }: Turn): void {
    const settled = this.#log.tree.get(answer.id)
    if (!settled) return
    void this.#keeper?.save(settled.id, kind === 'continue')
    this.#tools?.settle(settled)
  }
}

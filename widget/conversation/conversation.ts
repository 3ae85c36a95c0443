import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { Feedback } from '../../shared/thread/message.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import { createAnswers } from './answers.ts'
import { createOwnWake, NO_WAKE, type Wake } from './backoff.ts'
import { canSwitch, capabilitiesOf } from './capabilities.ts'
import { createChatTransport } from './chat-transport.ts'
import type { Turn } from './conversation-state.ts'
import {
  createCloudFeedback,
  createFeedbackDesk,
  type FeedbackAdapter,
  type KeepRating,
} from './feedback.ts'
import { createHistoryLoader } from './history-loader.ts'
import type { OutgoingMessage, SendReceipt } from './outgoing-message.ts'
import type { Pace } from './pace.ts'
import { createPathShower, type PathMemory } from './path-shower.ts'
import { refuse, type ThreadChange, createThreadLog } from './thread-log.ts'
import type { ToolAnswer } from './tools/decide-call.ts'
import { createToolDesk, type CreateToolRunner } from './tool-desk.ts'
import { NO_CONTEXT, type CallContext, type Transport } from './transport.ts'
import { createTurnCalls, type TurnCallsSettings } from './turn-calls.ts'
import { createTurns, type OuterEffect } from './turns.ts'

export interface ConversationSettings {
  readonly cloud: Cloud
  readonly clock: Clock
  readonly pace: Pace
  /** Lets the page show a message before its call is made. Default: the call is made at once. */
  readonly letDraw?: (() => Promise<void>) | undefined
  /** From 0 up to 1; spreads retries. Default: chance. */
  readonly random?: () => number
  /** Default: nothing tells; a lost stream is looked for by and by. */
  readonly wake?: Wake
  /** A row id, or a local one for a thread that the server does not know. */
  readonly threadId: string
  readonly isNew: boolean
  readonly onChange: (change: ThreadChange) => void
  /** Default: the client's own chat call. */
  readonly transport?: Transport
  /** Default: the client's; `null`: none. */
  readonly feedback?: FeedbackAdapter | null
  /** Default: a rating ends with the page. */
  readonly keepRating?: KeepRating
  /** Nobody may write. Default false. */
  readonly isReadOnly?: boolean
  /** Default false. */
  readonly hasSpeech?: boolean
  /** Default true. */
  readonly hasAttachments?: boolean
  /** What this browser adds to each chat call. Default: nothing. */
  readonly readContext?: () => CallContext
  readonly refreshContext?: TurnCallsSettings['refreshContext']
  /** Loads what runs tools. Absent: calls that wait cannot be answered. */
  readonly createToolRunner?: CreateToolRunner
  /** Default: a thread that is loaded again shows the path to its newest message. */
  readonly pathMemory?: PathMemory
}

/** One thread as long as it is open. None of its functions throws. */
export interface Conversation {
  /**
   * Loads the newest stored messages; those that were not sent stay. Older ones follow. An answer that
   * runs at the server goes on here.
   */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. */
  loadOlder(): Promise<void>
  /** Whether the server is known to have a message, by the id under which it was sent. */
  has(messageId: string): boolean
  /** False when nothing can be sent now: an answer runs, or the history is not there yet. */
  send(message: OutgoingMessage, receipt?: SendReceipt): boolean
  /** Sends a changed user message beside the old one. False like `send`, or when nothing changed. */
  edit(messageId: string, message: OutgoingMessage): boolean
  /** Makes an answer again beside the old one. Does nothing for other messages, or during a run. */
  reload(messageId: string): void
  /** Shows the path through a message. Does nothing during a run. */
  switchTo(messageId: string): void
  /**
   * Shows the path through a stored message, by its row, and says which message that is here. `null`
   * while the row is not loaded, or when it is on another path during a run.
   */
  showRow(rowId: string): string | null
  /** The row of a message, which outlives the page; `undefined` until the server is known to have it. */
  rowOf(messageId: string): string | undefined
  /** What a person decides about a call that waits; ignored when it does not. */
  answerTool(toolCallId: string, answer: ToolAnswer): void
  /** Remembered at once, and given back when it could not be saved. `null` takes it back. */
  giveFeedback(messageId: string, feedback: Feedback | null): void
  /** Stops the running answer, and the tools that run for it. */
  stop(): void
  /** Sends an unsent user message, or makes an answer again beside the old one. */
  retry(messageId: string): void
  /** Lets the text of an answer that was cut off go on. Does nothing for other messages, or during a run. */
  continueAnswer(messageId: string): void
  /** Lets everything go; nothing is told any more. The answer goes on at the server. */
  close(): void
}

/** Puts the parts of a conversation together. */
export function createConversation(settings: ConversationSettings): Conversation {
  const { cloud, clock, isReadOnly = false, readContext = () => NO_CONTEXT } = settings
  const {
    transport = createChatTransport(cloud, clock),
    feedback = createCloudFeedback(cloud, settings.keepRating),
  } = settings
  const wake = createOwnWake(settings.wake ?? NO_WAKE)
  const patience = { clock, random: settings.random ?? Math.random, wake }
  const log = createThreadLog(settings.threadId, settings.onChange)
  const { createKeeper } = transport
  const savesHere = createKeeper !== undefined
  const { hasSpeech = false, hasAttachments = true } = settings
  const hasFeedback = feedback !== null
  const isKept = !savesHere
  const equipment = { isReadOnly, hasSpeech, hasAttachments, hasFeedback, isKept }
  const capabilities = capabilitiesOf(equipment)
  const { records } = cloud
  const keeper = records && createKeeper ? createKeeper({ cloud, records, clock, log }) : null
  const { pace } = settings
  const calls = createTurnCalls({ ...settings, transport, patience, log, keeper, readContext })
  const turns = createTurns({ calls, log, clock, wake, pace, perform, onRun: tellRun })
  const paths = createPathShower({
    log,
    memory: settings.pathMemory,
    canSwitch: () => canSwitch(capabilities, isRunning()),
    onSwitched: turns.shown,
  })
  const answers = createAnswers({
    log,
    clock,
    capabilities,
    savesHere,
    isFree: () => !isReadOnly && !isRunning() && !log.closing.aborted,
    isLoaded: () => history.state === 'ready',
    onLeave: () => tools?.abort(),
    begin: turns.begin,
  })
  const { createToolRunner: createRunner } = settings
  const tools = createRunner
    ? createToolDesk({
        createRunner,
        log,
        keeper,
        savesHere,
        isRunning: () => turns.isRunning,
        proceed: answers.proceed,
        conclude: answers.conclude,
        reload: answers.reload,
        onBusy: tellRun,
      })
    : null
  const history = createHistoryLoader({
    cloud,
    patience,
    log,
    transport,
    isNew: settings.isNew,
    savesHere,
    isRunning,
    follow: (question, answer, stream) =>
      turns.begin({ kind: 'follow', question, answer, replaced: null, outcomes: [], stream }),
    onShown() {
      answers.forgetOutcomes()
      paths.restore()
      turns.shown()
    },
  })
  let isBusy = false
  log.tell({ type: 'history', state: history.state })
  log.tell({ type: 'capabilities', capabilities })

  function isRunning(): boolean {
    return turns.isRunning || tools?.isBusy === true
  }

  function tellRun() {
    if (isBusy === isRunning()) return
    isBusy = !isBusy
    log.tell({ type: 'run', isRunning: isBusy })
  }

  function settle({ kind, answer }: Turn) {
    const settled = log.tree.get(answer.id)
    if (!settled) return
    void keeper?.save(settled.id, kind === 'continue')
    tools?.settle(settled)
  }

  function perform(effect: OuterEffect) {
    if (effect.type === 'observe') tools?.observe(effect.message)
    else if (effect.type === 'wait') tools?.settle(effect.answer)
    else if (effect.type === 'settle') settle(effect.turn)
    else if (effect.type === 'reload') void history.load()
    else answers.keepOutcomes(effect.turn.answer.id, effect.turn.outcomes)
  }

  async function savedRow(id: string): Promise<string | undefined> {
    if (log.rows.rowOf(id) === undefined) await keeper?.save(id)
    return log.rows.rowOf(id)
  }

  return {
    switchTo: paths.switchTo,
    showRow: paths.showRow,
    send: answers.send,
    edit: answers.edit,
    reload: answers.reload,
    retry: answers.retry,
    continueAnswer: answers.continueAnswer,
    load: history.load,
    loadOlder: history.loadOlder,
    giveFeedback: createFeedbackDesk({ adapter: isReadOnly ? null : feedback, log, savedRow }),
    has: log.rows.isKnown,
    rowOf: log.rows.rowOf,
    answerTool(toolCallId, answer) {
      if (!tools || isReadOnly) refuse(log, 'tool', THREAD_TEXTS.unsupportedToolResults)
      else if (!log.closing.aborted) tools.answer(toolCallId, answer)
    },
    stop() {
      if (!capabilities.cancel) return refuse(log, 'stop', THREAD_TEXTS.unsupportedCancelling)
      // In this order: what tools leave to be said is a turn of its own, and that one goes on.
      turns.stop()
      tools?.stop()
    },
    close: log.close,
  }
}

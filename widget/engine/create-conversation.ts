import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { createOwnWake, NO_WAKE } from './backoff.ts'
import { createAnswers } from './begin-answers.ts'
import { capabilitiesOf } from './capabilities.ts'
import { createChatTransport } from './chat-transport.ts'
import type { Conversation, ConversationSettings } from './conversation.ts'
import { createCloudFeedback, createFeedbackDesk } from './feedback.ts'
import { createHistoryKeeper } from './history-keeper.ts'
import { createHistoryLoader } from './history-loader.ts'
import {
  createMessage,
  editOf,
  isEmpty,
  isSameAs,
  refusalOf,
  type OutgoingMessage,
  type SendReceipt,
} from './outgoing-message.ts'
import { createPathShower } from './show-path.ts'
import type { FailedAction, ThreadChange } from './thread-change.ts'
import { createThreadLog } from './thread-log.ts'
import { createToolDesk } from './tool-desk.ts'
import { NO_CONTEXT } from './transport.ts'
import { createTurns, type OuterEffect } from './turns.ts'

export function createConversation(settings: ConversationSettings): Conversation {
  const { cloud, clock, isReadOnly = false, random = Math.random, createToolRunner } = settings
  const { transport = createChatTransport(cloud, clock), feedback = createCloudFeedback(cloud) } =
    settings
  const closing = new AbortController()
  const world = {
    ...settings,
    transport,
    random,
    wake: createOwnWake(settings.wake ?? NO_WAKE),
    closing: closing.signal,
    tell,
  }
  const log = createThreadLog(settings.threadId, tell)
  const runConfigs = new Map<string, JsonObject>()
  const savesHere = !transport.isKeeping
  let isBusy = false
  const capabilities = capabilitiesOf({
    isReadOnly,
    hasSpeech: settings.hasSpeech ?? false,
    hasAttachments: settings.hasAttachments ?? true,
    hasFeedback: feedback !== null,
  })
  const { records } = cloud
  const keeper = savesHere && records ? createHistoryKeeper({ ...world, log, records }) : null
  const turns = createTurns({
    ...world,
    log,
    keeper,
    readContext: settings.readContext ?? (() => NO_CONTEXT),
    runConfigs,
    perform,
    onRun: tellRun,
  })
  const answers = createAnswers({ log, turns, savesHere, now, tell })
  const tools = createToolRunner
    ? createToolDesk({
        createRunner: createToolRunner,
        log,
        keeper,
        savesHere,
        closing: closing.signal,
        isRunning: () => turns.isRunning,
        proceed: answers.proceed,
        conclude: answers.conclude,
        reload,
        onHumanRequests: (requests) => tell({ type: 'human-requests', requests }),
        onBusy: tellRun,
      })
    : null
  const giveFeedback = createFeedbackDesk({
    adapter: isReadOnly ? null : feedback,
    log,
    savedRow,
    closing: closing.signal,
    tell,
  })
  const history = createHistoryLoader({
    ...world,
    log,
    isRunning,
    savesHere,
    follow: (question, answer, stream) =>
      turns.begin({ kind: 'follow', question, answer, replaced: null, outcomes: [], stream }),
    onShown() {
      answers.untold.clear()
      turns.shown()
    },
  })
  tell({ type: 'history', state: history.state })
  tell({ type: 'capabilities', capabilities })

  function tell(change: ThreadChange) {
    // Whoever listens has another thread by now, perhaps another person's.
    if (!closing.signal.aborted) settings.onChange(change)
  }

  function refuse(during: FailedAction, text: string): false {
    tell({ type: 'failure', during, error: new AlcoveError('invalid_request', text) })
    return false
  }

  function perform(effect: OuterEffect) {
    switch (effect.type) {
      case 'observe':
        return tools?.observe(effect.message)
      case 'wait':
        return tools?.settle(effect.answer)
      case 'settle': {
        const { answer, kind } = effect.turn
        const settled = log.tree.get(answer.id)
        if (!settled) return
        void keeper?.save(settled.id, kind === 'continue')
        return tools?.settle(settled)
      }
      case 'keep outcomes':
        return void answers.untold.set(effect.turn.answer.id, effect.turn.outcomes)
      case 'reload':
        return void history.load()
      default:
        return effect satisfies never
    }
  }

  function tellRun() {
    if (isBusy === isRunning()) return
    isBusy = !isBusy
    tell({ type: 'run', isRunning: isBusy })
  }

  function now(): string {
    return new Date(clock.now()).toISOString()
  }

  function isRunning(): boolean {
    return turns.isRunning || tools?.isBusy === true
  }
  const isFree = () => !isReadOnly && !isRunning() && !closing.signal.aborted
  const isReady = () => isFree() && history.state === 'ready'

  async function savedRow(id: string): Promise<string | undefined> {
    if (log.rows.rowOf(id) === undefined) await keeper?.save(id)
    return log.rows.rowOf(id)
  }

  /** Sends a message behind another one, which need not be the last. */
  function sendBehind(
    parentId: string | null,
    outgoing: OutgoingMessage,
    receipt?: SendReceipt,
  ): boolean {
    const { runConfig, id = createMessageId(), createdAt = now() } = outgoing
    if (isEmpty(outgoing)) return false
    const takes = { takesAttachments: capabilities.attachments, takesRoles: savesHere }
    const refusal = refusalOf(outgoing, takes)
    if (refusal !== undefined) return refuse('send', refusal)
    tools?.abort()
    const message = createMessage(outgoing, id, createdAt)
    if (runConfig) runConfigs.set(message.id, runConfig)
    log.put(parentId, message)
    answers.submit(message, receipt)
    return true
  }

  function send(message: OutgoingMessage, receipt?: SendReceipt): boolean {
    // Only the answer to the call was lost.
    if (message.id !== undefined && log.rows.isKnown(message.id)) receipt?.taken()
    else return isReady() && sendBehind(log.tree.headId, message, receipt)
    return true
  }

  function edit(messageId: string, changed: OutgoingMessage): boolean {
    if (!capabilities.edit) return refuse('send', ERROR_TEXTS.unsupportedEditing)
    const message = log.tree.get(messageId)
    const parentId = log.tree.parentOf(messageId)
    if (!isReady() || message?.role !== 'user' || parentId === undefined) return false
    if (isSameAs(message, changed)) return false
    const isSent = sendBehind(parentId, editOf(message, changed, runConfigs.get(messageId)))
    if (isSent && log.unsent.has(messageId)) {
      // Nobody else has it: it is no branch.
      log.markUnsent(messageId, false)
      log.remove(messageId)
    }
    return isSent
  }

  function reload(messageId: string) {
    if (!capabilities.reload) return void refuse('send', ERROR_TEXTS.unsupportedReloading)
    const message = log.tree.get(messageId)
    if (!isReady() || message?.role !== 'assistant') return
    tools?.abort()
    answers.regenerate(message)
  }

  return {
    ...createPathShower({
      log,
      capabilities,
      closing: closing.signal,
      isRunning,
      onRefused: () => refuse('send', ERROR_TEXTS.unsupportedSwitching),
      onSwitched: turns.shown,
    }),
    edit,
    reload,
    load: history.load,
    loadOlder: history.loadOlder,
    giveFeedback,
    send,
    has: log.rows.isKnown,
    answerTool(toolCallId, answer) {
      if (!tools || isReadOnly) refuse('tool', ERROR_TEXTS.unsupportedToolResults)
      else if (!closing.signal.aborted) tools.answer(toolCallId, answer)
    },
    stop() {
      if (!capabilities.cancel) return void refuse('stop', ERROR_TEXTS.unsupportedCancelling)
      // In this order: what tools leave to be said is a turn of its own, and that one goes on.
      turns.stop()
      tools?.stop()
    },
    retry(messageId) {
      const message = log.tree.get(messageId)
      if (isReadOnly && message?.status) {
        const isWaiting = message.status.type === 'requires-action'
        const { unsupportedResuming, unsupportedReloading } = ERROR_TEXTS
        return void refuse('send', isWaiting ? unsupportedResuming : unsupportedReloading)
      }
      if (!isFree() || !message) return
      const outcomes = answers.untold.get(messageId)
      if (outcomes) return answers.proceed(message, outcomes)
      tools?.abort()
      if (message.role === 'assistant') answers.regenerate(message)
      else answers.again(message)
    },
    close: () => closing.abort(),
  }
}

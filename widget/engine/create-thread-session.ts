import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import { NO_CONTEXT } from './call-context.ts'
import { capabilitiesOf } from './capabilities.ts'
import { createChatTransport } from './chat-transport.ts'
import { createCloudFeedback } from './feedback-adapter.ts'
import { createFeedbackDesk } from './feedback-desk.ts'
import { createHistoryKeeper } from './history-keeper.ts'
import { nearestRow } from './nearest-row.ts'
import { createMessage, editOf, isEmpty, isSameAs, refusalOf } from './outgoing-message.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { createRowIds } from './row-ids.ts'
import { createPathShower } from './show-path.ts'
import type { FailedAction, ThreadChange } from './thread-change.ts'
import { createThreadLog } from './thread-log.ts'
import { createThreadOpening } from './thread-opening.ts'
import type { SendReceipt } from './send-receipt.ts'
import type { ThreadSession, ThreadSessionSettings } from './thread-session.ts'
import { createTurnTools } from './turn-tools.ts'
import { createTurns } from './turns.ts'
import { createOwnWake, NO_WAKE } from './wake.ts'

export function createThreadSession(settings: ThreadSessionSettings): ThreadSession {
  const { cloud, clock, isReadOnly = false, random = Math.random } = settings
  const { transport = createChatTransport(cloud, clock), feedback = createCloudFeedback(cloud) } =
    settings
  const closing = new AbortController()
  const wake = createOwnWake(settings.wake ?? NO_WAKE)
  const rowIds = createRowIds()
  const unsent = new Set<string>()
  const runConfigs = new Map<string, JsonObject>()
  const log = createThreadLog(tell)
  let isBusy = false
  const capabilities = capabilitiesOf({
    isReadOnly,
    hasSpeech: settings.hasSpeech ?? false,
    hasAttachments: settings.hasAttachments ?? true,
    hasFeedback: feedback !== null,
  })
  const isRunning = () => turns.isRunning || tools?.isBusy === true
  const told = { onChange: tell, onFailure: fail }
  const parts = { ...told, log, rowIds, unsent, markUnsent, random, wake }
  const { records } = cloud
  const keeper =
    transport.isKeeping || !records
      ? null
      : createHistoryKeeper({
          ...settings,
          ...parts,
          records,
          above: () => above(),
        })
  const turns = createTurns({
    ...settings,
    ...parts,
    onDecidedElsewhere: () => void history.load(),
    transport,
    keeper,
    parentRowOf: (id) => nearestRow(id, { log, rowIds, above }),
    closing: closing.signal,
    readContext: settings.readContext ?? (() => NO_CONTEXT),
    runConfigOf: (id) => runConfigs.get(id),
    onFold: (answer) => tools?.observe(answer),
    onRun(answer) {
      if (answer) tools?.settle(answer)
      tellRun()
    },
  })
  const { createToolRunner } = settings
  const tools = createToolRunner
    ? createTurnTools({
        createRunner: createToolRunner,
        log,
        keeper,
        savesHere: !transport.isKeeping,
        turns: () => turns,
        closing: closing.signal,
        onHumanRequests: (requests) => tell({ type: 'human-requests', requests }),
        onBusy: tellRun,
        reload,
      })
    : null
  const giveFeedback = createFeedbackDesk({
    adapter: isReadOnly ? null : feedback,
    log,
    savedRow,
    threadId: () => turns.threadId,
    closing: closing.signal,
    onFailure: fail,
  })
  const history = createThreadOpening({
    ...settings,
    ...parts,
    transport,
    follow: (...plan) => turns.follow(...plan),
    isRunning,
    savesHere: !transport.isKeeping,
    threadId: () => turns.threadId,
    closing: closing.signal,
    onShown() {
      turns.forgetOutcomes()
      knowWaiting()
    },
  })
  tell({ type: 'history', state: history.state })
  tell({ type: 'capabilities', capabilities })

  function tell(change: ThreadChange) {
    // Whoever listens has another thread by now, perhaps another person's.
    if (!closing.signal.aborted) settings.onChange(change)
  }

  function fail(during: FailedAction, error: unknown) {
    tell({ type: 'failure', during, error })
  }

  const refuse = (during: FailedAction, text: string): false => {
    fail(during, new AlcoveError('invalid_request', text))
    return false
  }
  function tellRun() {
    if (isBusy === isRunning()) return
    isBusy = !isBusy
    tell({ type: 'run', isRunning: isBusy })
  }

  function markUnsent(id: string, isUnsent: boolean) {
    if (unsent.has(id) === isUnsent) return
    if (isUnsent) unsent.add(id)
    else unsent.delete(id)
    tell({ type: 'unsent', ids: new Set(unsent) })
  }

  const above = () => history.above
  const now = () => new Date(clock.now()).toISOString()
  const isFree = () => !isReadOnly && !isRunning() && !closing.signal.aborted
  const isReady = () => isFree() && history.state === 'ready'

  async function savedRow(id: string): Promise<string | undefined> {
    if (rowIds.rowOf(id) === undefined) await keeper?.save(id)
    return rowIds.rowOf(id)
  }

  /** Sends a message behind another one, which need not be the last. */
  function sendBehind(
    parentId: string | null,
    outgoing: OutgoingMessage,
    receipt?: SendReceipt,
  ): boolean {
    const { runConfig, id = createMessageId(), createdAt = now() } = outgoing
    if (isEmpty(outgoing)) return false
    const takes = { takesAttachments: capabilities.attachments, takesRoles: !transport.isKeeping }
    const refusal = refusalOf(outgoing, takes)
    if (refusal !== undefined) return refuse('send', refusal)
    tools?.abort()
    const message = createMessage(outgoing, id, createdAt)
    if (runConfig) runConfigs.set(message.id, runConfig)
    log.put(parentId, message)
    turns.submit(message, receipt)
    return true
  }

  function send(message: OutgoingMessage, receipt?: SendReceipt): boolean {
    // Only the answer to the call was lost.
    if (message.id !== undefined && rowIds.isKnown(message.id)) receipt?.taken()
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
    if (isSent && unsent.has(messageId)) {
      // Nobody else has it: it is no branch.
      markUnsent(messageId, false)
      log.remove(messageId)
    }
    return isSent
  }

  function reload(messageId: string) {
    if (!capabilities.reload) return void refuse('send', ERROR_TEXTS.unsupportedReloading)
    const message = log.tree.get(messageId)
    if (!isReady() || message?.role !== 'assistant') return
    tools?.abort()
    turns.regenerate(message)
  }

  /** Its calls can be answered, but nothing runs by itself. */
  function knowWaiting() {
    const last: Message | undefined = log.tree.path().at(-1)
    if (last?.status?.type === 'requires-action') tools?.settle(last)
  }

  return {
    ...createPathShower({
      ...parts,
      capabilities,
      closing: closing.signal,
      isRunning,
      onRefused: () => refuse('send', ERROR_TEXTS.unsupportedSwitching),
      onSwitched: knowWaiting,
    }),
    edit,
    reload,
    load: history.load,
    loadOlder: history.loadOlder,
    giveFeedback,
    send,
    has: rowIds.isKnown,
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
      if (!isFree()) return
      const outcomes = turns.outcomesOf(messageId)
      if (message && outcomes) return turns.proceed(message, outcomes)
      if (!message) return
      tools?.abort()
      if (message.role === 'assistant') turns.regenerate(message)
      else turns.again(message)
    },
    close: () => closing.abort(),
  }
}

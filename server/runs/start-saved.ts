import { AlcoveError } from '../../shared/errors.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { reopenMessage } from '../../shared/thread/settle-message.ts'
import { goesOn } from '../../shared/wire/chunk.ts'
import type { AmountName, AmountOf } from '../limits/limit-table.ts'
import type { MessageQuota } from '../limits/message-quota.ts'
import { failureName } from '../models/model-log.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import type { MessageWithMemory } from '../models/step-memory.ts'
import {
  storedBytes,
  type RunStart,
  type Scope,
  type Store,
  type ThreadRow,
} from '../store/store.ts'
import { checkAnswers, continueAnswer, requireOwn, stopAnswer } from './continue-answer.ts'
import { continuationPrompt, cutOffText, cutOverlap, requireCutOff } from './continue-text.ts'
import { createBackend, createNamedAsk, hooksOf, namesOfTools } from './create-ask.ts'
import { createJudge } from './judge-rest.ts'
import { describeMissing, keepFiles, keptKeys, type KeepFilesSetup } from './keep-files.ts'
import { answerLimits, createAnswerLimit, limitsLeft } from './limit-answer.ts'
import { readTurn, type ContinueTurn, type NewTurn } from './read-call.ts'
import { promptTokens } from '../models/prompt-tokens.ts'
import { markMemory } from './mark-memory.ts'
import { readHistory, readMemory, toMessage } from './read-history.ts'
import { requireRow } from './require-row.ts'
import type { RunDriver, SavedCall, SavedStart } from './run-driver.ts'
import { startChunk, storedAnswerReader } from './run-events.ts'
import type { Titles } from './titles.ts'
import { encodeTurn, isSameTurn, readTitleText, turnBytes } from './sent-turn.ts'
import { readTools } from './client-options.ts'

export interface SavedParts {
  readonly store: Store
  readonly files: KeepFilesSetup['files']
  readonly quota: MessageQuota
  readonly titles: Pick<Titles, 'titleLater'>
  readonly driver: Pick<RunDriver, 'open' | 'drive'>
  /** A project's limit of size. */
  readonly amount: (projectId: string, name: AmountName) => number
  readonly onError: (error: unknown) => void
}

/** A chat call that is to be saved, before any of it was read. */
export interface CallToSave extends Pick<SavedCall, 'caller' | 'base' | 'call' | 'slot'> {
  readonly isOurs: boolean
  readonly thread?: ThreadRow | undefined
}

/** Saves the turn of a chat call and starts its answer, or continues the pending answer. */
export async function startSaved(
  { store, files, quota, titles, driver, amount, onError }: SavedParts,
  { isOurs, thread, ...toSave }: CallToSave,
): Promise<SavedStart> {
  const { caller, call, slot } = toSave
  const { body } = call
  const amountOf: AmountOf = (name) => amount(caller.projectId, name)
  const assistantId = DEFAULT_ASSISTANT
  const assistant = await slot.assistant(assistantId)
  const clientOptions = {
    tools: readTools(body, amountOf),
    system: body['system'],
    settings: body['callSettings'],
    canApprove: isOurs,
  }
  const asking = createNamedAsk(assistant, caller, clientOptions, amountOf)
  const turn = readTurn(body, amountOf)
  // Stored rows are bounded by `historyBytes`, and are not read yet.
  const promptedTokens = promptTokens(turn, clientOptions.system, clientOptions.tools)
  const judge = createJudge(hooksOf(assistant, caller)?.afterModel, onError)
  const names = { assistant, assistantId }
  const saved = { ...toSave, ...asking, ...names, amountOf, judge, promptedTokens }
  return turn.type === 'continue'
    ? startContinue({ store, files, quota, driver, onError }, saved, turn, thread)
    : startSubmit({ store, files, quota, titles, driver, onError }, saved, turn, thread)
}

/** Saves a message and starts its answer, or returns its stored answer. */
async function startSubmit(
  { store, files, quota, titles, driver, onError }: Omit<SavedParts, 'amount'>,
  saved: SavedCall,
  turn: NewTurn,
  known: ThreadRow | undefined,
): Promise<SavedStart> {
  const { caller, base, call, slot, amountOf, ask, promptedTokens } = saved
  const sent = await findSent(store, caller, turn, known ?? call.body.id)
  // A message with a stored answer starts no run.
  if (!sent?.answer) await slot.take(promptedTokens)
  const attached = sent?.message?.attachments ?? []
  const sentFiles = turn.type === 'submit' ? turn.files : []
  const setup = { files, owner: caller, base, amountOf, known: attached }
  const attachments = await keepFiles(sentFiles, setup)
  const kept = keptKeys(sentFiles, attachments, attached)
  /** Files without a message are removed, so that they do not use their owner's quota. */
  const discard = (keys: readonly string[]) => files.discard(keys).catch(onError)
  const encoded = encodeTurn(turn, attachments)
  // Checked first, so that a retry never finds its thread busy. Another message with the same name is refused
  // below.
  if (sent?.answer && isSameTurn(sent.row, encoded)) {
    return giveStored(sent.row.threadId, sent.row.id, sent.answer)
  }
  const open = await quota
    .within(caller, sent ? 0 : turnBytes(encoded), openWithin(driver, saved, encoded))
    .catch(async (error: unknown) => {
      await discard(kept)
      throw error
    })
  const { run, thread } = open
  /** An open run that no process drives would block its thread. */
  const giveUp = async (error: unknown): Promise<never> => {
    await store.runs.takeBack(run)
    await discard(kept)
    throw error
  }
  // Only the text, not the turn, whose files would stay in memory during the answer.
  const titleText = readTitleText(thread, turn)
  const source = { store, files, maxBytes: amountOf('historyBytes') }
  const keys = attachments.map(({ id }) => id)
  const missing = await store.files.attach(caller, thread.id, keys).catch(giveUp)
  // The regular removal came first: the message would refer to removed files.
  if (missing.length > 0) return giveUp(describeMissing(missing, sentFiles, attachments))
  // Another process may have answered it meanwhile.
  const isRepeated = turn.type === 'submit' && !run.ownsUserMessage
  const answer = isRepeated
    ? await readAnswer(store, caller, run.threadId, run.parentId).catch(giveUp)
    : undefined
  if (answer) {
    await store.runs.takeBack(run)
    return giveStored(run.threadId, run.parentId, answer)
  }
  return driver.drive(saved, {
    open,
    limits: answerLimits(amountOf),
    async chunks(signal) {
      let firstId: string | undefined
      const onCut = (id: string) => void (firstId = id)
      const history = await readHistory({ ...source, onCut }, caller, run)
      return markMemory(ask(history, run.messageId, signal), firstId)
    },
    // The text returns to its writer without files.
    onTakenBack: () => discard(keys),
    // Not earlier: a message that is removed gives its thread no title.
    onContent: () => titleText !== undefined && titles.titleLater(caller, thread.id, titleText),
  })
}

/** A separate function, so that its closure does not keep the call's files in memory for the whole run. */
const openWithin =
  (driver: SavedParts['driver'], saved: SavedCall, turn: RunStart['turn']) => (maxBytes: number) =>
    driver.open(saved, turn, maxBytes)

/** Finds a message that is sent again, and its answer. */
async function findSent(store: Store, scope: Scope, turn: NewTurn, named: ThreadRow | string) {
  if (turn.type !== 'submit') return undefined
  const thread = typeof named === 'string' ? await store.threads.findByName(scope, named) : named
  const row = thread && (await store.messages.find(scope, thread.id, turn.externalId))
  if (!row) return undefined
  const answer = await readAnswer(store, scope, thread.id, row.id)
  return { row, message: toMessage(row), answer }
}

async function readAnswer(store: Store, scope: Scope, threadId: string, messageId: string) {
  const row = await store.messages.newestChild(scope, threadId, messageId)
  return row && toMessage(row)
}

/** The stored answer, for a sender that lost it and retries. */
function giveStored(threadId: string, parentId: string, answer: Message): SavedStart {
  const run = { threadId, parentId, continuesMessage: false, messageId: answer.id }
  return { reader: storedAnswerReader(startChunk(run), answer) }
}

/**
 * Continues a pending or cut-off answer. Everything but the results of its calls comes from its row. A second
 * call with the same results is refused, before or while the first one runs.
 */
async function startContinue(
  { store, files, quota, driver, onError }: Omit<SavedParts, 'titles' | 'amount'>,
  saved: SavedCall,
  turn: ContinueTurn,
  known: ThreadRow | undefined,
): Promise<SavedStart> {
  const { caller, slot, assistant, amountOf, ask, promptedTokens } = saved
  const row = await requireRow(store, saved, turn.message, known)
  const stored = requireOwn(row)
  const { isStopped, isCutOff } = turn
  const limits = answerLimits(amountOf)
  if (isCutOff) requireCutOff(stored, limitsLeft(limits, stored).answerBytes)
  const { chunks, resumed } = isCutOff
    ? { chunks: [goesOn()], resumed: new Set<string>() }
    : checkAnswers(stored, turn.answers, namesOfTools(assistant))
  const source = { store, files, maxBytes: amountOf('historyBytes') }
  const answer = reopenMessage(await readMemory(store, row.threadId, stored))
  const first = chunks.flatMap(createAnswerLimit(limitsLeft(limits, stored)))
  await quota.add(caller, storedBytes(turn.answers))
  await slot.take(promptedTokens)
  const open = await driver.open(saved, {
    type: 'continue',
    message: row.id,
    content: row.content,
  })
  const answerId = open.run.messageId
  const setup = {
    answerId,
    resumed,
    backend: createBackend(assistant, caller, amountOf),
    maxSteps: assistant.maxSteps,
    async *askModel(said: MessageWithMemory, signal: AbortSignal) {
      const history = await readHistory(source, caller, open.run, said)
      yield* ask(history, answerId, signal)
    },
    onToolFailure: (toolName: string, error: unknown) => onError(describe(toolName, error)),
  }
  async function continueText(signal: AbortSignal, said: MessageWithMemory) {
    const history = await readHistory(source, caller, open.run, said)
    return cutOverlap(
      // These words grow an older part, from which a changed step could not take them back.
      ask(continuationPrompt(history), answerId, signal, { holdsWords: true, goesOn: true }),
      cutOffText(said),
    )
  }
  return driver.drive(saved, {
    open,
    answer,
    hasContent: true,
    first,
    limits: limitsLeft(limits, first.reduce(applyChunk, answer)),
    chunks(signal, current) {
      if (isCutOff) return continueText(signal, current())
      return isStopped ? stopAnswer() : continueAnswer(setup, signal, current)
    },
  })
}

const describe = (toolName: string, error: unknown): AlcoveError =>
  new AlcoveError('unavailable', `The tool ${toolName} failed: ${failureName(error)}.`)

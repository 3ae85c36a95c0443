import { encodeMessage } from '../../shared/thread/encode-message.ts'
import { AUI_V0 } from '../../shared/thread/stored-row.ts'
import { encodeAttachments, type Attachment } from '../../shared/thread/attachment.ts'
import { createAssistantMessage, createUserMessage } from '../../shared/thread/message.ts'
import type { RunRow, RunStart, Scope, ThreadRow } from '../store/store.ts'
import { keepFiles, keptKeys } from './keep-files.ts'
import { openSavedRun } from './open-saved-run.ts'
import { readHistory, toMessage } from './read-history.ts'
import type { NewTurn } from './read-turn.ts'
import { answerLimits, type RunParts } from './run-parts.ts'
import type { PreparedCall, SavedParts, SavedStart } from './saved-parts.ts'
import { startChunk } from './start-chunk.ts'
import { storedAnswerReader } from './stored-answer-reader.ts'

/** Saves a message and starts its answer; or finds the answer that it has already. */
export async function startSubmit(
  parts: SavedParts,
  prepared: PreparedCall,
  turn: NewTurn,
): Promise<SavedStart> {
  const { store, now, onError } = parts
  const { caller, call, slot, amountOf, ask } = prepared
  const { body } = call
  const sent = await findSent(parts, caller, body.id, turn)
  // A message that has its answer already starts no run.
  if (!sent?.isAnswered) await slot.take()
  const known = sent?.message?.attachments ?? []
  const attachments = await keepAttachments(parts, prepared, turn, known)
  /** Files that no message names take none of their owner's room. */
  const discard = (keys: readonly string[]) => parts.files.discard(keys).catch(onError)
  const kept = turn.type === 'submit' ? keptKeys(turn.files, attachments, known) : []
  const open = await store.runs
    .start(caller, {
      thread: body.id,
      owner: parts.owner,
      leaseUntil: parts.leaseUntil(),
      requestId: call.requestId,
      turnKey: call.turnKey,
      turn: encodeTurn(turn, attachments),
    })
    .catch(async (error: unknown) => {
      await discard(kept)
      throw error
    })
  const { run, thread } = open
  /** An open run that nobody drives would block its thread. */
  const giveUp = async (error: unknown): Promise<never> => {
    await store.runs.takeBack(run)
    await discard(kept)
    throw error
  }
  // Not the turn: an answer that goes on would hold its files all the time.
  const titleText = readTitleText(thread, turn)
  const keys = attachments.map(({ id }) => id)
  if (keys.length > 0) {
    await store.files.attach(caller, thread.id, keys).catch(giveUp)
  }
  const isRepeated = turn.type === 'submit' && !run.ownsUserMessage
  const answer = isRepeated ? await readAnswer(parts, caller, run).catch(giveUp) : undefined
  if (answer) {
    await store.runs.takeBack(run)
    return { reader: storedAnswerReader(startChunk(run, answer.id), answer) }
  }
  // The answer that was there is gone.
  await slot.take().catch(giveUp)
  return openSavedRun(parts, prepared, {
    open,
    answer: createAssistantMessage(run.messageId, now().toISOString()),
    limits: answerLimits(amountOf),
    async *chunks(signal) {
      yield* ask(await readHistory(parts, caller, run), run.messageId, signal)
    },
    // The text goes back to its writer without files.
    onTakenBack: () => discard(keys),
    // Not before: a message that is taken back names nothing.
    onContent: () =>
      titleText !== undefined && parts.titles.titleLater(caller, thread.id, titleText),
  })
}

/** What an untitled thread is named by. */
function readTitleText({ title }: ThreadRow, turn: NewTurn): string | undefined {
  if (title !== null || turn.type !== 'submit') return undefined
  const { text, files } = turn
  return text.trim() === '' ? files.map(({ filename }) => filename).join(', ') : text
}

async function keepAttachments(
  { files }: RunParts,
  { caller: owner, base, amountOf }: PreparedCall,
  turn: NewTurn,
  known: readonly Attachment[],
): Promise<readonly Attachment[]> {
  if (turn.type !== 'submit' || turn.files.length === 0) return []
  return keepFiles(turn.files, { files, owner, base, amountOf, known })
}

/** The row of a message that is sent again. */
async function findSent({ store }: RunParts, scope: Scope, threadName: string, turn: NewTurn) {
  const thread = turn.type === 'submit' && (await store.threads.find(scope, threadName))
  const row = thread && (await store.messages.find(scope, thread.id, turn.externalId))
  if (!row) return undefined
  const answer = await store.messages.newestChild(scope, thread.id, row.id)
  return { message: toMessage(row), isAnswered: answer !== undefined }
}

function encodeTurn(turn: NewTurn, attachments: readonly Attachment[]): RunStart['turn'] {
  if (turn.type === 'regenerate') return turn
  const { parent, externalId, text } = turn
  const message = createUserMessage(externalId, '', text)
  const content = encodeMessage({
    ...message,
    content: text.trim() === '' ? [] : message.content,
    metadata: { custom: encodeAttachments(attachments) },
  })
  return { type: 'submit', parent, externalId, format: AUI_V0, content }
}

/** The answer that a message has already: its sender lost it on the way and sends again. */
async function readAnswer({ store }: RunParts, scope: Scope, run: RunRow) {
  const row = await store.messages.newestChild(scope, run.threadId, run.parentId)
  return row && toMessage(row)
}

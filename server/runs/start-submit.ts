import { isDeepStrictEqual } from 'node:util'
import { encodeMessage } from '../../shared/thread/encode-message.ts'
import { AUI_V0 } from '../../shared/thread/stored-row.ts'
import { encodeAttachments, type Attachment } from '../../shared/thread/attachment.ts'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
} from '../../shared/thread/message.ts'
import type { MessageRow, RunStart, Scope, ThreadRow } from '../store/store.ts'
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
  if (!sent?.answer) await slot.take()
  const known = sent?.message?.attachments ?? []
  const attachments = await keepAttachments(parts, prepared, turn, known)
  /** Files that no message names take none of their owner's room. */
  const discard = (keys: readonly string[]) => parts.files.discard(keys).catch(onError)
  const kept = turn.type === 'submit' ? keptKeys(turn.files, attachments, known) : []
  const encoded = encodeTurn(turn, attachments)
  // Nobody sees its thread busy. Another message of the same name is refused below.
  if (sent?.answer && isSame(sent.row, encoded)) {
    return giveStored(sent.row.threadId, sent.row.id, sent.answer)
  }
  const start = {
    thread: body.id,
    owner: parts.owner,
    leaseUntil: parts.leaseUntil(),
    requestId: call.requestId,
    turnKey: call.turnKey,
    turn: encoded,
  }
  const open = await parts.room
    .within(caller, (maxBytes) => store.runs.start(caller, { ...start, maxBytes }))
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
  // Another process may have answered it meanwhile.
  const isRepeated = turn.type === 'submit' && !run.ownsUserMessage
  const answer = isRepeated
    ? await readAnswer(parts, caller, run.threadId, run.parentId).catch(giveUp)
    : undefined
  if (answer) {
    await store.runs.takeBack(run)
    return giveStored(run.threadId, run.parentId, answer)
  }
  return openSavedRun(parts, prepared, {
    open,
    answer: createAssistantMessage(run.messageId, now().toISOString()),
    limits: answerLimits(amountOf),
    chunks: async (signal) => ask(await readHistory(parts, caller, run), run.messageId, signal),
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

/** A message that is sent again, and its answer. */
async function findSent(parts: RunParts, scope: Scope, threadName: string, turn: NewTurn) {
  const { threads, messages } = parts.store
  const thread = turn.type === 'submit' && (await threads.find(scope, threadName))
  const row = thread && (await messages.find(scope, thread.id, turn.externalId))
  if (!row) return undefined
  const answer = await readAnswer(parts, scope, thread.id, row.id)
  return { row, message: toMessage(row), answer }
}

async function readAnswer({ store }: RunParts, scope: Scope, threadId: string, messageId: string) {
  const row = await store.messages.newestChild(scope, threadId, messageId)
  return row && toMessage(row)
}

const isSame = ({ format, content }: MessageRow, turn: RunStart['turn']): boolean =>
  turn.type === 'submit' && turn.format === format && isDeepStrictEqual(turn.content, content)

/** Its sender lost the answer on the way, and sends again. */
function giveStored(threadId: string, parentId: string, answer: Message): SavedStart {
  const run = { threadId, parentId, continuesMessage: false, messageId: answer.id }
  return { reader: storedAnswerReader(startChunk(run), answer) }
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

import { AUI_V0, decodeRow, encodeMessage } from '../../shared/thread/aui-v0.ts'
import { createUserMessage, type FilePart, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { DEFAULT_ASSISTANT } from '../models/assistant.ts'
import type { FileOwner } from '../files/files.ts'
import type { MessageRow, RunRow, RunStart, Scope, ThreadRow } from '../store/store.ts'
import { scopedKey } from './active-runs.ts'
import {
  encodeAttachments,
  readAttachments,
  type Attachment,
} from '../../shared/thread/attachment.ts'
import type { Checkpoints } from './checkpoints.ts'
import { createRequest } from './create-request.ts'
import { driveRun, type DrivenRun } from './drive-run.ts'
import { keepFiles, keptKeys } from './keep-files.ts'
import { createStoreKeeper } from './keep-run.ts'
import type { Call } from './read-call.ts'
import { readTools } from './read-tools.ts'
import { readTurn, type Turn } from './read-turn.ts'
import type { Recovery } from './recover-runs.ts'
import { reportRun } from './report-run.ts'
import type { RunSlot } from './run-slot.ts'
import { resolveFiles } from './resolve-files.ts'
import {
  amountsOf,
  answerLimits,
  requireAssistant,
  type RunParts,
  type Started,
} from './run-parts.ts'
import { storedAnswerReader } from './stored-answer-reader.ts'
import { HISTORY_MAX_BYTES, trimHistory } from './trim-history.ts'

export interface SavedParts extends RunParts {
  readonly owner: string
  readonly leaseUntil: () => string
  readonly checkpoints: Checkpoints
  readonly recovery: Recovery
}

export interface SavedStart extends Started {
  /** Absent when nothing runs for this call. */
  readonly driven?: DrivenRun
}

/** Saves the turn of a chat call and starts its answer; or finds the answer that it has already. */
export async function startSaved(
  parts: SavedParts,
  caller: FileOwner,
  base: string,
  call: Call,
  slot: RunSlot,
): Promise<SavedStart> {
  const { store, active, readerOf, log, now, onError } = parts
  const { body } = call
  const amountOf = amountsOf(parts, caller.projectId)
  const assistant = await requireAssistant(parts, caller.projectId, DEFAULT_ASSISTANT)
  const wishes = {
    tools: readTools(body, amountOf),
    system: body['system'],
    settings: body['callSettings'],
  }
  const toRequest = createRequest(assistant, caller, wishes, amountOf)
  const turn = readTurn(body, amountOf)
  const sent = await findSent(parts, caller, body.id, turn)
  // A message that has its answer already starts no run.
  if (!sent?.isAnswered) await slot.take()
  const known = sent?.message ? readAttachments(sent.message.metadata.custom) : []
  const attachments = await keepAttachments(parts, caller, base, turn, known)
  /** Files that no message names take none of their owner's room. */
  const discard = (keys: readonly string[]) => parts.files.discard(keys).catch(onError)
  const kept = turn.type === 'submit' ? keptKeys(turn.files, attachments, known) : []
  const { run, thread, userMessage } = await store.runs
    .start(caller, {
      thread: body.id,
      owner: parts.owner,
      leaseUntil: parts.leaseUntil(),
      turn: encodeTurn(turn, attachments),
    })
    .catch(async (error: unknown) => {
      await discard(kept)
      throw error
    })
  const start: Chunk = {
    type: 'start',
    messageId: run.messageId,
    messageMetadata: { alcove: { threadId: thread.id, userMessageId: userMessage.id } },
  }
  /** An open run that nobody drives would block its thread. */
  const giveUp = async (error: unknown): Promise<never> => {
    await store.runs.takeBack(run)
    await discard(kept)
    throw error
  }
  const keys = attachments.map(({ id }) => id)
  if (keys.length > 0) {
    await store.files.attach(caller, thread.id, keys).catch(giveUp)
  }
  const isRepeated = turn.type === 'submit' && !run.ownsUserMessage
  const answer = isRepeated ? await readAnswer(parts, caller, run).catch(giveUp) : undefined
  if (answer) {
    await store.runs.takeBack(run)
    return { reader: storedAnswerReader({ ...start, messageId: answer.id }, answer) }
  }
  // The answer that was there is gone.
  await slot.take().catch(giveUp)
  const keeper = createStoreKeeper({
    store,
    run,
    writer: parts.checkpoints.open(run.id),
    onGiveUp: parts.recovery.retryLater,
  })
  const driven = driveRun({
    messageId: run.messageId,
    request: async () => toRequest(await readHistory(parts, caller, run)),
    model: assistant.model,
    limits: answerLimits(amountOf),
    log: log.open(run.id),
    keeper: {
      ...keeper,
      async save(answer) {
        await keeper.save(answer)
        const report = { store, scope: caller, run, modelName: assistant.model.name, now }
        await reportRun(report, answer).catch(onError)
      },
      // The text goes back to its writer without files.
      async takeBack() {
        const removed = await keeper.takeBack()
        await discard(keys)
        return removed
      },
    },
    start,
    now,
    onError,
    // Not before: a message that is taken back names nothing.
    onContent: () => nameThread(parts, caller, thread, turn),
  })
  const threadKeys = [scopedKey(caller, thread.id), call.threadKey]
  active.add({ ...call, id: run.id, scope: caller, threadKeys, threadId: thread.id, driven })
  return { reader: readerOf(run.id), ended: driven.ended, driven }
}

function nameThread(
  { titles }: RunParts,
  { projectId, workspaceId, userId }: Scope,
  thread: ThreadRow,
  turn: Turn,
): void {
  if (thread.title !== null || turn.type !== 'submit') return
  const text =
    turn.text.trim() === '' ? turn.files.map(({ filename }) => filename).join(', ') : turn.text
  titles.titleLater({ projectId, workspaceId, userId }, thread.id, text)
}

async function keepAttachments(
  parts: RunParts,
  owner: FileOwner,
  base: string,
  turn: Turn,
  known: readonly Attachment[],
): Promise<readonly Attachment[]> {
  if (turn.type !== 'submit' || turn.files.length === 0) return []
  const amountOf = amountsOf(parts, owner.projectId)
  const setup = { files: parts.files, owner, base, amountOf }
  return keepFiles(turn.files, { ...setup, known })
}

/** The row of a message that is sent again. */
async function findSent({ store }: RunParts, scope: Scope, threadName: string, turn: Turn) {
  const thread = turn.type === 'submit' && (await store.threads.find(scope, threadName))
  const row = thread && (await store.messages.find(scope, thread.id, turn.externalId))
  if (!row) return undefined
  const answer = await store.messages.newestChild(scope, thread.id, row.id)
  return { message: toMessage(row), isAnswered: answer !== undefined }
}

function encodeTurn(turn: Turn, attachments: readonly Attachment[]): RunStart['turn'] {
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

async function readHistory(parts: RunParts, scope: Scope, run: RunRow) {
  const rows = await parts.store.messages.path(scope, run.threadId, run.parentId, HISTORY_MAX_BYTES)
  const messages = rows.flatMap((row) => toMessage(row) ?? []).map(withAttachments)
  const setup = { files: parts.files, rows: parts.store.files, scope }
  return resolveFiles(trimHistory(messages), setup)
}

const withAttachments = (message: Message): Message => ({
  ...message,
  content: [...message.content, ...readAttachments(message.metadata.custom).map(attachmentPart)],
})

/** As a part that names the file; its bytes are read when the model is asked. */
const attachmentPart = ({ url, name, contentType }: Attachment): FilePart => ({
  type: 'file',
  data: url,
  mimeType: contentType,
  filename: name,
})

/** The answer that a message has already: its sender lost it on the way and sends again. */
async function readAnswer({ store }: RunParts, scope: Scope, run: RunRow) {
  const row = await store.messages.newestChild(scope, run.threadId, run.parentId)
  return row && toMessage(row)
}

function toMessage({ id, createdAt, format, content }: MessageRow): Message | undefined {
  return decodeRow({ id, created_at: createdAt, format, content }, () => {})
}

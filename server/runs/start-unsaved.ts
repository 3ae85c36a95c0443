import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId } from '../../shared/ids.ts'
import { isText } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import type { RunStreamBody } from '../../shared/api/runs.ts'
import { NO_THREAD_PLACEHOLDER } from '../../shared/wire/runs.ts'
import type { Files } from '../files/files.ts'
import type { AmountName, AmountOf } from '../limits/limit-table.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import { inTurns } from '../steps/in-turns.ts'
import type { Scope, Store } from '../store/store.ts'
import { scopedKey, type StartedRun } from './active-runs.ts'
import { createAsk } from './create-ask.ts'
import type { DrivenRun } from './drive-run.ts'
import { answerLimits } from './limit-answer.ts'
import { inspectInline, resolveFiles } from './model-files.ts'
import type { Call } from './read-call.ts'
import { promptTokens } from '../models/prompt-tokens.ts'
import { requireUploads } from './require-uploads.ts'
import { trimHistory } from './read-history.ts'
import type { RunDriver } from './run-driver.ts'
import { forPublishedReaders, type ReaderOf, type RunReader } from './run-events.ts'
import type { RunSlot, Started } from './run-slot.ts'
import { readClientMessages, readPrompt } from './caller-messages.ts'
import type { UnreadRuns } from './unread-runs.ts'
import { readTools, type ClientOptions } from './client-options.ts'

export interface UnsavedParts {
  readonly store: Pick<Store, 'files' | 'threads'>
  readonly files: Pick<Files, 'read'>
  readonly driver: Pick<RunDriver, 'driveUnsaved'>
  readonly unread: Pick<UnreadRuns, 'keep'>
  readonly readerOf: ReaderOf
  readonly amount: (projectId: string, name: AmountName) => number
}

interface Unsaved {
  readonly assistantId: string
  readonly messages: readonly Message[]
  readonly clientOptions: ClientOptions
  readonly names: Pick<StartedRun, 'threadKeys' | 'turnKey' | 'requestId'>
  readonly slot: RunSlot
}

export interface PreviewedCall {
  readonly body: ChatBody
  /** Default: the one that answers chat calls. */
  readonly assistantId?: string | undefined
}

/** Starts the chat call of a client that stores its own rows. */
export async function startUnsavedChat(
  parts: UnsavedParts,
  scope: Scope,
  call: Call,
  slot: RunSlot,
  places: readonly string[],
): Promise<Started> {
  const { body, threadKey, turnKey, requestId } = call
  const amountOf: AmountOf = (name) => parts.amount(scope.projectId, name)
  const { id, driven } = await startUnsaved(parts, scope, {
    assistantId: DEFAULT_ASSISTANT,
    messages: await inTurns(readClientMessages(body, amountOf)),
    clientOptions: {
      tools: readTools(body, amountOf),
      system: body['system'],
      settings: body['callSettings'],
      canApprove: false,
    },
    names: { threadKeys: [threadKey], turnKey, requestId },
    slot,
  })
  return { reader: parts.unread.keep({ id, threadKey, places, driven }), ended: driven.ended }
}

/**
 * `POST /runs/stream`: an answer of any assistant. A named thread must belong to the caller. No later call
 * can ask for this answer, so it ends when its reader leaves.
 */
export async function startAnswer(
  parts: UnsavedParts,
  scope: Scope,
  body: RunStreamBody,
  slot: RunSlot,
): Promise<Started> {
  const amountOf: AmountOf = (name) => parts.amount(scope.projectId, name)
  const { messages, system } = readPrompt(body, amountOf)
  const { thread_id: thread } = body
  const isThread = thread !== undefined && thread !== null && thread !== NO_THREAD_PLACEHOLDER
  if (isThread && !(await parts.store.threads.find(scope, thread))) {
    throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  }
  const name = scopedKey(scope, createRowId('run'))
  const { id, driven } = await startUnsaved(parts, scope, {
    assistantId: body.assistant_id,
    messages,
    clientOptions: {
      tools: readTools(body, amountOf),
      system: [body['system'], system].filter(isText).join('\n\n'),
      settings: body,
      canApprove: false,
    },
    names: { threadKeys: [name], turnKey: name, requestId: undefined },
    slot,
  })
  // Readers of this call do not announce that they know our own chunks.
  const reader = forPublishedReaders(endingWithReader(parts.readerOf, id, driven))
  return { reader, ended: driven.ended }
}

/**
 * A chat call of a preview: the whole conversation comes with it, and nothing is kept. Its frame runs the page's tools
 * that read, and the caller's tools ask for no approval. The answer ends when its reader leaves.
 */
export async function startPreview(
  parts: UnsavedParts,
  scope: Scope,
  { body, assistantId = DEFAULT_ASSISTANT }: PreviewedCall,
  slot: RunSlot,
): Promise<Started> {
  const amountOf: AmountOf = (name) => parts.amount(scope.projectId, name)
  const name = scopedKey(scope, createRowId('run'))
  const { id, driven } = await startUnsaved(parts, scope, {
    assistantId,
    messages: await inTurns(readClientMessages(body, amountOf)),
    clientOptions: {
      tools: readTools(body, amountOf),
      system: undefined,
      settings: undefined,
      canApprove: true,
    },
    names: { threadKeys: [name], turnKey: name, requestId: undefined },
    slot,
  })
  return { reader: endingWithReader(parts.readerOf, id, driven), ended: driven.ended }
}

/** A reader whose answer ends when it leaves. */
const endingWithReader = (readerOf: ReaderOf, id: string, driven: DrivenRun): RunReader => ({
  stream(signal) {
    signal.addEventListener('abort', () => void driven.stop(), { once: true })
    if (signal.aborted) void driven.stop()
    return readerOf(id).stream(signal)
  },
})

async function startUnsaved(
  { store, files, driver, amount }: UnsavedParts,
  scope: Scope,
  { assistantId, messages, clientOptions, names, slot }: Unsaved,
): Promise<{ readonly id: string; readonly driven: DrivenRun }> {
  const amountOf: AmountOf = (name) => amount(scope.projectId, name)
  inspectInline(messages, amountOf)
  if (messages.length === 0) throw new AlcoveError('invalid_request', 'messages: none to answer.')
  await requireUploads(messages, { files, rows: store.files, scope })
  const ask = createAsk(await slot.assistant(assistantId), scope, clientOptions, amountOf)
  const history = trimHistory(messages, amountOf('historyBytes'))
  const told = history.map(({ content }) => content)
  await slot.take(promptTokens(told, clientOptions.system, clientOptions.tools))
  const id = createRowId('run')
  const messageId = createRowId('msg')
  const driven = driver.driveUnsaved({
    ...names,
    id,
    scope,
    messageId,
    async chunks(signal) {
      const resolved = await resolveFiles(history, { files, rows: store.files, scope })
      return ask(resolved, messageId, signal)
    },
    limits: answerLimits(amountOf),
  })
  return { id, driven }
}

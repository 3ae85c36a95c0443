import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId } from '../../shared/ids.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { NO_THREAD_PLACEHOLDER, type RunStreamBody } from '../../shared/wire/runs.ts'
import { encodeChunk } from '../../shared/wire/sse.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import { inTurns } from '../steps/in-turns.ts'
import type { Scope } from '../store/store.ts'
import { scopedKey, type StartedRun } from './active-runs.ts'
import { readClientMessages } from './client-messages.ts'
import { createAsk } from './create-ask.ts'
import type { Wishes } from './create-request.ts'
import { driveRun, type DrivenRun } from './drive-run.ts'
import { KEEPS_NOTHING } from './keep-run.ts'
import { inspectInline } from './inspect-inline.ts'
import { readPrompt } from './prompt-messages.ts'
import type { Call } from './read-call.ts'
import { readTools } from './read-tools.ts'
import { resolveFiles } from './resolve-files.ts'
import {
  amountsOf,
  answerLimits,
  requireAssistant,
  type RunParts,
  type Started,
} from './run-parts.ts'
import type { RunSlot } from './run-slot.ts'
import { trimHistory } from './trim-history.ts'
import { withoutOwnChunks } from './without-own-chunks.ts'

interface Unsaved {
  readonly assistantId: string
  readonly messages: readonly Message[]
  readonly wishes: Wishes
  readonly names: Pick<StartedRun, 'threadKeys' | 'turnKey' | 'requestId'>
  readonly slot: RunSlot
}

/** The chat call of a client that stores its own rows. */
export async function startUnsavedChat(
  parts: RunParts,
  scope: Scope,
  call: Call,
  slot: RunSlot,
  places: readonly string[],
): Promise<Started> {
  const { body, threadKey, turnKey, requestId } = call
  const amountOf = amountsOf(parts, scope.projectId)
  const { id, driven } = await startUnsaved(parts, scope, {
    assistantId: DEFAULT_ASSISTANT,
    messages: await inTurns(readClientMessages(body, amountOf)),
    wishes: {
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
 * `POST /runs/stream`: an answer of any assistant. A thread that is named must be the caller's. No call
 * asks for such an answer again: without its reader it would be made for nothing.
 */
export async function startAnswer(
  parts: RunParts,
  scope: Scope,
  body: RunStreamBody,
  slot: RunSlot,
): Promise<Started> {
  const amountOf = amountsOf(parts, scope.projectId)
  const { messages, system } = readPrompt(body, amountOf)
  const { thread_id: thread } = body
  const isThread = thread !== undefined && thread !== null && thread !== NO_THREAD_PLACEHOLDER
  if (isThread && !(await parts.store.threads.find(scope, thread))) {
    throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
  }
  const name = scopedKey(scope, createRowId('run'))
  const { id, driven } = await startUnsaved(parts, scope, {
    assistantId: body.assistant_id,
    messages,
    wishes: {
      tools: readTools(body, amountOf),
      system: [body['system'], system].filter(isText).join('\n\n'),
      settings: body,
      canApprove: false,
    },
    names: { threadKeys: [name], turnKey: name, requestId: undefined },
    slot,
  })
  const reader = {
    stream(signal: AbortSignal) {
      signal.addEventListener('abort', () => void driven.stop(), { once: true })
      if (signal.aborted) void driven.stop()
      return parts.readerOf(id).stream(signal)
    },
  }
  // Nobody announces himself here.
  return { reader: withoutOwnChunks(reader), ended: driven.ended }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

async function startUnsaved(
  parts: RunParts,
  scope: Scope,
  { assistantId, messages, wishes, names, slot }: Unsaved,
): Promise<{ readonly id: string; readonly driven: DrivenRun }> {
  inspectInline(messages, amountsOf(parts, scope.projectId))
  const { log, active, now, onError, files, store } = parts
  if (messages.length === 0) throw new AlcoveError('invalid_request', 'messages: none to answer.')
  const found = await requireAssistant(parts, scope.projectId, assistantId)
  const assistant = slot.paying(assistantId, found)
  const amountOf = amountsOf(parts, scope.projectId)
  const ask = createAsk(assistant, scope, wishes, amountOf)
  await slot.take()
  const id = createRowId('run')
  const messageId = createRowId('msg')
  const driven = driveRun({
    answer: createAssistantMessage(messageId, now().toISOString()),
    async chunks(signal) {
      const history = trimHistory(messages)
      const resolved = await resolveFiles(history, { files, rows: store.files, scope })
      return ask(resolved, messageId, signal)
    },
    limits: answerLimits(amountOf),
    log: log.open(id, encodeChunk({ type: 'start', messageId })),
    keeper: KEEPS_NOTHING,
    onError,
  })
  active.add({ ...names, id, scope, driven })
  return { id, driven }
}

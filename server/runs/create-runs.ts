import { AlcoveError } from '../../shared/errors.ts'
import { createRowId, randomId } from '../../shared/ids.ts'
import { decodeRow } from '../../shared/thread/aui-v0.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ChatBody } from '../../shared/wire/rest.ts'
import type { Model, ToolDeclaration } from '../models/model.ts'
import type { MessageRow, RunRow, Scope, Store } from '../store/store.ts'
import type { StreamLog } from '../streams/stream-log.ts'
import { createActiveRuns, scopedKey } from './active-runs.ts'
import { createCheckpoints } from './checkpoints.ts'
import { driveRun } from './drive-run.ts'
import { createStoreKeeper, KEEPS_NOTHING } from './keep-run.ts'
import { createPendingStops } from './pending-stops.ts'
import { readTools } from './read-tools.ts'
import { readClientMessages, readTurn } from './read-turn.ts'
import { createRecovery } from './recover-runs.ts'
import type { RunReader, Runs, StopRequest } from './runs.ts'
import { storedAnswerReader } from './stored-answer-reader.ts'
import { takenBackReader } from './taken-back-reader.ts'

/** A process that dies is known dead this long after it renewed its lease for the last time. */
export const RUN_LEASE_MS = 10_000
export const LEASE_RENEWAL_MS = 3_000

export interface RunsSettings {
  readonly store: Store
  readonly log: StreamLog
  readonly model: Model
  /** The operator's instructions to the model. */
  readonly system?: string
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

/** The runs of this process, over a store that all processes share. */
export function createRuns(settings: RunsSettings): Runs {
  const { store, log, model, now, onError } = settings
  const owner = randomId(24)
  const pendingStops = createPendingStops(() => now().getTime())
  const checkpoints = createCheckpoints({
    appendChunks: (chunks) => store.runs.appendChunks(chunks),
    onError,
    now: () => performance.now(),
  })
  const recovery = createRecovery({ store, owner, now })
  const leaseUntil = () => new Date(now().getTime() + RUN_LEASE_MS).toISOString()
  const active = createActiveRuns({
    renewLeases: () => void store.runs.renewLeases(owner, leaseUntil()).catch(onError),
    renewalMs: LEASE_RENEWAL_MS,
  })
  const createRequest = (messages: readonly Message[], tools: readonly ToolDeclaration[]) => ({
    messages,
    tools,
    ...(settings.system === undefined ? {} : { system: settings.system }),
  })

  async function submit(scope: Scope, body: ChatBody, { saves }: { saves: boolean }) {
    const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
    const turnName = body.messages.at(-1)?.id ?? body.messageId ?? ''
    if (takePendingStop(scope, body.id, requestId)) return takenBackReader(body)
    return saves
      ? startSaved(scope, body, requestId, turnName)
      : startUnsaved(scope, body, requestId, turnName)
  }

  async function startSaved(
    scope: Scope,
    body: ChatBody,
    requestId: string | undefined,
    turnName: string,
  ): Promise<RunReader> {
    const turn = readTurn(body)
    const tools = readTools(body)
    const started = await store.runs
      .start(scope, { thread: body.id, owner, leaseUntil: leaseUntil(), turn })
      .catch((error: unknown) => join(error, scopedKey(scope, body.id, turnName)))
    if ('stream' in started) return started
    const { run, thread, userMessage } = started
    const start: Chunk = {
      type: 'start',
      messageId: run.messageId,
      messageMetadata: { alcove: { threadId: thread.id, userMessageId: userMessage.id } },
    }
    /** An open run that nobody drives would block its thread. */
    const giveUp = async (error: unknown): Promise<never> => {
      await store.runs.takeBack(run)
      throw error
    }
    const isRepeated = turn.type === 'submit' && !run.ownsUserMessage
    const answer = isRepeated ? await readAnswer(scope, run).catch(giveUp) : undefined
    if (answer) {
      await store.runs.takeBack(run)
      return storedAnswerReader({ ...start, messageId: answer.id }, answer)
    }
    const driven = driveRun({
      messageId: run.messageId,
      request: async () => createRequest(await readHistory(scope, run), tools),
      model,
      log: log.open(run.id),
      keeper: createStoreKeeper({
        store,
        run,
        writer: checkpoints.open(run.id),
        onGiveUp: recovery.retryLater,
      }),
      start,
      now,
      onError,
    })
    active.add({
      id: run.id,
      threadKeys: [scopedKey(scope, thread.id), scopedKey(scope, body.id)],
      requestId,
      turnKey: scopedKey(scope, body.id, turnName),
      driven,
    })
    // A stop may have come while the rows were written.
    if (takePendingStop(scope, body.id, requestId)) await driven.stop()
    return readerOf(run.id)
  }

  function startUnsaved(
    scope: Scope,
    body: ChatBody,
    requestId: string | undefined,
    turnName: string,
  ): RunReader {
    const messages = readClientMessages(body)
    const tools = readTools(body)
    if (messages.length === 0) throw new AlcoveError('invalid_request', 'messages: none to answer.')
    const id = createRowId('run')
    const messageId = createRowId('msg')
    const driven = driveRun({
      messageId,
      request: () => Promise.resolve(createRequest(messages, tools)),
      model,
      log: log.open(id),
      keeper: KEEPS_NOTHING,
      start: { type: 'start', messageId },
      now,
      onError,
    })
    const key = scopedKey(scope, body.id)
    active.add({
      id,
      threadKeys: [key],
      requestId,
      turnKey: scopedKey(scope, body.id, turnName),
      driven,
    })
    return {
      stream(signal) {
        // Nobody keeps this answer but its reader: without one it would be made for nothing.
        signal.addEventListener('abort', () => void driven.stop(), { once: true })
        return readerOf(id).stream(signal)
      },
    }
  }

  /** The same message sent again while its run goes on joins that run instead of failing. */
  function join(error: unknown, turnKey: string): RunReader {
    if (error instanceof AlcoveError && error.code === 'run_active') {
      const running = active.ofTurn(turnKey)
      if (running) return readerOf(running.id)
    }
    throw error
  }

  async function readHistory(scope: Scope, run: RunRow) {
    const rows = await store.messages.path(scope, run.threadId, run.parentId)
    return rows.flatMap((row) => toMessage(row) ?? [])
  }

  /** The answer that a message has already: its sender lost it on the way and sends again. */
  async function readAnswer(scope: Scope, run: RunRow) {
    const row = await store.messages.newestChild(scope, run.threadId, run.parentId)
    return row && toMessage(row)
  }

  function readerOf(runId: string): RunReader {
    return {
      stream(signal) {
        const stream = log.follow(runId, signal)
        if (stream) return stream
        throw new AlcoveError('not_found', 'The answer is not running any more.')
      },
    }
  }

  function takePendingStop(scope: Scope, thread: string, requestId: string | undefined): boolean {
    return requestId !== undefined && pendingStops.take(scopedKey(scope, thread, requestId))
      ? true
      : pendingStops.take(scopedKey(scope, thread))
  }

  async function stop(scope: Scope, { thread, requestId }: StopRequest) {
    const key = scopedKey(scope, thread)
    const running = active.inThread(key, requestId)
    if (running) return running.driven.stop()
    // Without a request's name, a stop of a thread that is known to be idle comes late, not early.
    const isLate =
      requestId === undefined && (await store.threads.find(scope, thread)) !== undefined
    if (!isLate)
      pendingStops.add(requestId === undefined ? key : scopedKey(scope, thread, requestId))
    return []
  }

  async function drain(timeoutMs: number) {
    const runs = active.all().map((run) => run.driven)
    const late = AbortSignal.timeout(timeoutMs)
    const allEnded = Promise.all(runs.map((run) => run.ended))
    const timedOut = new Promise((resolve) => late.addEventListener('abort', resolve))
    await Promise.race([allEnded, timedOut])
    await Promise.all(runs.map((run) => run.interrupt()))
  }

  return { submit, stop, recover: recovery.recover, drain }
}

function toMessage({ id, createdAt, format, content }: MessageRow): Message | undefined {
  return decodeRow({ id, created_at: createdAt, format, content }, () => {})
}

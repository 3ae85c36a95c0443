import { AlcoveError } from '../../shared/errors.ts'
import { createRowId, randomId } from '../../shared/ids.ts'
import { decodeRow } from '../../shared/thread/aui-v0.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { Model, ToolDeclaration } from '../models/model.ts'
import type { MessageRow, RunRow, Scope, Store } from '../store/store.ts'
import type { StreamLog } from '../streams/stream-log.ts'
import { createActiveRuns, scopedKey } from './active-runs.ts'
import { createCheckpoints } from './checkpoints.ts'
import { driveRun } from './drive-run.ts'
import { createStoreKeeper, KEEPS_NOTHING } from './keep-run.ts'
import { createPendingStops } from './pending-stops.ts'
import { readCall, type Call } from './read-call.ts'
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
  const leaseUntil = () => new Date(now().getTime() + RUN_LEASE_MS).toISOString()
  const active = createActiveRuns({
    renewLeases: (runIds) => void store.runs.renewLeases(runIds, leaseUntil()).catch(onError),
    renewalMs: LEASE_RENEWAL_MS,
  })
  const recovery = createRecovery({ store, owner, driven: active.ids, now })
  /** Threads, by the caller's name, for which a call writes its rows at the moment. */
  const starting: string[] = []
  const createRequest = (messages: readonly Message[], tools: readonly ToolDeclaration[]) => ({
    messages,
    tools,
    ...(settings.system === undefined ? {} : { system: settings.system }),
  })

  async function submit(scope: Scope, body: ChatBody, { saves }: { saves: boolean }) {
    const call = readCall(scope, body)
    if (takePendingStop(call)) return takenBackReader(body)
    if (!saves) return startUnsaved(call)
    starting.push(call.threadKey)
    try {
      return await startSaved(call)
    } finally {
      starting.splice(starting.indexOf(call.threadKey), 1)
    }
  }

  async function startSaved(call: Call): Promise<RunReader> {
    const { scope, body, tools } = call
    const turn = readTurn(body)
    const started = await store.runs
      .start(scope, { thread: body.id, owner, leaseUntil: leaseUntil(), turn })
      .catch((error: unknown) => join(error, call))
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
    const threadKeys = [scopedKey(scope, thread.id), call.threadKey]
    active.add({ ...call, id: run.id, threadKeys, driven })
    // A stop may have come while the rows were written.
    if (takePendingStop(call)) await driven.stop()
    return readerOf(run.id)
  }

  function startUnsaved(call: Call): RunReader {
    const { body, tools } = call
    const messages = readClientMessages(body)
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
    active.add({ ...call, id, threadKeys: [call.threadKey], driven })
    return {
      stream(signal) {
        // Nobody keeps this answer but its reader: without one it would be made for nothing.
        signal.addEventListener('abort', () => void driven.stop(), { once: true })
        return readerOf(id).stream(signal)
      },
    }
  }

  /** The same message sent again while its run goes on joins that run instead of failing. */
  function join(error: unknown, { turnKey }: Call): RunReader {
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

  function takePendingStop({ threadKey, stopKey }: Call): boolean {
    // Both are used up, so that neither ends a later call.
    const isNamed = stopKey !== undefined && pendingStops.take(stopKey)
    return pendingStops.take(threadKey) || isNamed
  }

  async function stop(scope: Scope, { thread, requestId }: StopRequest) {
    const key = scopedKey(scope, thread)
    const running = active.inThread(key, requestId)
    if (running) return running.driven.stop()
    if (requestId !== undefined) pendingStops.add(scopedKey(scope, thread, requestId))
    // Without a call's name, a stop of a thread that is known and idle comes late, not early.
    else if (starting.includes(key) || !(await store.threads.find(scope, thread))) {
      pendingStops.add(key)
    }
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

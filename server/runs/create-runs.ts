import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../../shared/errors.ts'
import { randomId } from '../../shared/ids.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { RunStreamBody } from '../../shared/wire/runs.ts'
import type { FileOwner } from '../files/files.ts'
import type { RunRow, Scope } from '../store/store.ts'
import { createActiveRuns, isOfCall, scopedKey, type ActiveRun } from './active-runs.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createEarlyStops } from './early-stops.ts'
import { followElsewhere } from './follow-elsewhere.ts'
import { followRun } from './follow-run.ts'
import { readCall, type Call } from './read-call.ts'
import { createRecovery } from './recover-runs.ts'
import type { RunsSettings, Started } from './run-parts.ts'
import { createSlots } from './run-slot.ts'
import type { AnswerOptions, RunReader, Runs, StopRequest, SubmitOptions } from './runs.ts'
import type { SavedCall, SavedParts } from './saved-parts.ts'
import { startSaved } from './start-saved.ts'
import { startAnswer, startUnsavedChat } from './start-unsaved.ts'
import { isOfRequest, stopElsewhere, STOP_CHECK_MS } from './stop-elsewhere.ts'
import { takenBackReader } from './taken-back-reader.ts'
import { createUnreadRuns, holdMakingRoom } from './unread-runs.ts'
import { withoutOwnChunks } from './without-own-chunks.ts'

/** A process that dies is known dead this long after it renewed its lease for the last time. */
export const RUN_LEASE_MS = 10_000
export const LEASE_RENEWAL_MS = 3_000
/** A model that is interrupted falls silent within this time; else its reserve stays counted. */
const SILENCE_MS = 500

/** The runs of this process, over a store that all processes share. */
export function createRuns(settings: RunsSettings): Runs {
  const { store, log, now, onError } = settings
  const owner = randomId(24)
  const earlyStops = createEarlyStops({ runs: store.runs, isShared: store.isShared, now })
  const leaseUntil = () => new Date(now().getTime() + RUN_LEASE_MS).toISOString()
  const renewal = { everyMs: LEASE_RENEWAL_MS, run: loudly(renewLeases) }
  const stopCheck = { everyMs: STOP_CHECK_MS, run: loudly(stopAsked) }
  // Only with a database of several processes can anybody else end a run, or ask for it.
  const active = createActiveRuns(store.isShared ? [renewal, stopCheck] : [renewal])
  const unread = createUnreadRuns(readerOf)
  const parts: SavedParts = {
    ...settings,
    active,
    readerOf,
    unread,
    owner,
    leaseUntil,
    checkpoints: createCheckpoints({
      appendChunks: (chunks) => store.runs.appendChunks(chunks),
      onError,
      now: () => performance.now(),
    }),
    recovery: createRecovery({
      store,
      shared: settings.shared,
      owner,
      driven: active.ids,
      now,
    }),
  }
  const elsewhere = { ...parts, recovery: parts.recovery, shared: settings.shared }
  /** Calls that are read, or that wait for an answer to end which nobody reads. */
  const arriving = new Set<Pick<Call, 'threadKey'>>()
  /** Calls that write their rows at the moment. */
  const starting = new Map<Call, Promise<Started>>()
  const slots = createSlots(settings)

  function loudly(beat: (runs: readonly ActiveRun[]) => Promise<void>) {
    return (runs: readonly ActiveRun[]) => void beat(runs).catch(onError)
  }

  async function renewLeases(runs: readonly ActiveRun[]) {
    const ids = runs.map(({ id }) => id)
    const open = new Set(await store.runs.renewLeases(ids, leaseUntil()))
    // Taken for dead by another process, or gone with its thread: what comes now is for nobody.
    for (const run of runs) if (!open.has(run.id)) await run.driven.forget()
  }

  async function stopAsked(runs: readonly ActiveRun[]) {
    const asked = new Set(await store.runs.listStopped(runs.map(({ id }) => id)))
    for (const run of runs) if (asked.has(run.id)) await run.driven.stop()
  }

  async function submit(caller: FileOwner, body: ChatBody, options: SubmitOptions) {
    const { saves, isOurs, base, hold, address } = options
    const places = [scopedKey(caller, caller.userId), ...(address === undefined ? [] : [address])]
    const reader = await slots.run(caller, holdMakingRoom(hold, unread, places), async (slot) => {
      // A stop that comes meanwhile is meant for this call.
      const arrival = { threadKey: scopedKey(caller, body.id) }
      arriving.add(arrival)
      const call = await arrive(caller, body).finally(() => arriving.delete(arrival))
      // What it would join ends by its stop as well.
      const joins = saves && isBegun(call)
      if (!joins && earlyStops.take(call)) {
        await earlyStops.takeShared(call)
        return { reader: takenBackReader(body) }
      }
      if (!saves) return startUnsavedChat(parts, caller, call, slot, places)
      // The same call sent twice at once is one run: the second one joins it, and takes no place.
      const known = new Set<unknown>()
      // Of several who waited for the same one, the first starts, and the others wait for it in turn.
      for (let same = startOf(call.turnKey); same; same = startOf(call.turnKey, known)) {
        known.add(same)
        await same.catch(() => {})
      }
      // Before its files are kept a second time.
      return joinRunning(call) ?? saveAndStart({ caller, base, call, slot, isOurs })
    })
    return isOurs ? reader : withoutOwnChunks(reader)
  }

  /** Reads a call, once what nobody reads of its thread has ended. */
  async function arrive(caller: FileOwner, body: ChatBody): Promise<Call> {
    const call = await readCall(caller, body)
    await unread.endIn(call.threadKey)
    return call
  }

  const startOf = (turnKey: string, known?: ReadonlySet<unknown>): Promise<Started> | undefined =>
    [...starting].find(([call, start]) => call.turnKey === turnKey && !known?.has(start))?.[1]

  async function saveAndStart(saved: SavedCall) {
    const { call } = saved
    const start = startSaved(parts, saved)
    starting.set(call, start)
    try {
      const started = await start
      const { driven } = started
      // A stop may have come while the rows were written. One that is known here leaves no moment to the model.
      if (driven && earlyStops.take(call))
        await Promise.all([driven.stop(), earlyStops.takeShared(call)])
      else if (driven && (await earlyStops.takeShared(call))) await driven.stop()
      return started
    } catch (error) {
      return await join(error, saved)
    } finally {
      starting.delete(call)
    }
  }

  function answer(caller: FileOwner, body: RunStreamBody, { hold }: AnswerOptions) {
    return slots.run(caller, hold, (slot) => startAnswer(parts, caller, body, slot))
  }

  /** The same message sent again while its run goes on joins that run instead of failing. */
  async function join(error: unknown, { call, caller }: SavedCall): Promise<Started> {
    const isActive = error instanceof AlcoveError && error.code === 'run_active'
    const joined = isActive && (joinRunning(call) ?? (await joinElsewhere(caller, call)))
    if (joined) return joined
    throw error
  }

  async function joinElsewhere(scope: Scope, call: Call): Promise<Started | undefined> {
    const run = await findElsewhere(scope, call.body.id)
    return run?.turnKey === call.turnKey
      ? { reader: followElsewhere(elsewhere, run, 0) }
      : undefined
  }

  async function findElsewhere(scope: Scope, thread: string): Promise<RunRow | undefined> {
    const found = store.isShared ? await store.threads.find(scope, thread) : undefined
    return found && store.runs.findActive(scope, found.id)
  }

  /** From then on a stop of this call stops the run as well; one that came first stops it now. */
  function joinRunning(call: Call): Started | undefined {
    const running = active.ofTurn(call.turnKey)
    if (!running) return undefined
    if (call.requestId !== undefined) running.requestIds.add(call.requestId)
    if (earlyStops.take(call)) {
      Promise.all([running.driven.stop(), earlyStops.takeShared(call)]).catch(onError)
    }
    return { reader: readerOf(running.id) }
  }

  function readerOf(runId: string, after = 0): RunReader {
    return {
      stream(signal) {
        const stream = log.follow(runId, after, signal)
        if (stream) return stream
        throw new AlcoveError('not_found', 'The answer is not running any more.')
      },
    }
  }

  const isBegun = ({ turnKey }: Call): boolean =>
    startOf(turnKey) !== undefined || active.ofTurn(turnKey) !== undefined

  async function stop(scope: Scope, { thread, requestId }: StopRequest) {
    const key = scopedKey(scope, thread)
    const running = active.inThread(key, requestId)
    if (running) return running.driven.stop()
    const stopKey = requestId === undefined ? key : scopedKey(scope, thread, requestId)
    // Before anything is waited for: the call may begin meanwhile.
    const isEarly = requestId !== undefined || isStarting(key)
    if (isEarly) await earlyStops.keep(stopKey)
    // A run that begins meanwhile is not meant.
    const runs = active.all()
    const found = await store.threads.find(scope, thread)
    // The thread may have been another's when its run began.
    const claimed =
      found && runs.find((run) => run.threadId === found.id && isOfCall(run, requestId))
    if (claimed) {
      await earlyStops.forget(stopKey)
      return claimed.driven.stop()
    }
    const run = await findElsewhere(scope, thread)
    if (run && isOfRequest(run, requestId)) {
      await earlyStops.forget(stopKey)
      return stopElsewhere({ store, recovery: parts.recovery, now }, scope, run)
    }
    // Without a call's name, a stop of a thread that is known and idle comes late, not early.
    if (!found && !isEarly) await earlyStops.keep(stopKey)
    return []
  }

  const isStarting = (threadKey: string): boolean =>
    [...arriving, ...starting.keys()].some((call) => call.threadKey === threadKey)

  const endWhere: Runs['endWhere'] = async (matches, fate) => {
    let count = 0
    for (const run of active.all()) {
      if (!(await matches(run))) continue
      await (fate === 'kept' ? run.driven.interrupt() : run.driven.forget())
      count += 1
    }
    return count
  }

  async function drain(timeoutMs: number) {
    const runs = active.all().map((run) => run.driven)
    const late = AbortSignal.timeout(timeoutMs)
    const allEnded = Promise.all(runs.map((run) => run.ended))
    const timedOut = new Promise((resolve) => late.addEventListener('abort', resolve))
    await Promise.race([allEnded, timedOut])
    await Promise.all(runs.map((run) => run.interrupt()))
    // Then their models say no more, and what they cost is known.
    await Promise.race([allEnded, delay(SILENCE_MS, undefined, { ref: false })])
    await slots.counted()
  }

  const follow: Runs['follow'] = async (scope, request) => {
    const reader = await followRun({ ...elsewhere, store, active, readerOf }, scope, request)
    return reader && !request.isOurs ? withoutOwnChunks(reader) : reader
  }

  return { submit, answer, follow, stop, endWhere, recover: parts.recovery.recover, drain }
}

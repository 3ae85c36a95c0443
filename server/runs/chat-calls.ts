import { AlcoveError } from '../../shared/errors.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import type { FileOwner } from '../files/files.ts'
import type { ThreadRow } from '../store/store.ts'
import { scopedKey, type ActiveRuns } from './active-runs.ts'
import { readCall, type Call } from './read-call.ts'
import type { SavedStart } from './run-driver.ts'
import { takenBackReader, type ReaderOf, type RunReader } from './run-events.ts'
import type { AnswerOptions, RunSlot, Started } from './run-slot.ts'
import type { CallToSave } from './start-saved.ts'
import type { EarlyStops } from './stop-run.ts'
import type { UnreadRuns } from './unread-runs.ts'

export interface SubmitOptions extends AnswerOptions {
  /**
   * True if the server saves the turn. Published runtimes store their own rows through the history calls, so
   * saving here too would double every message.
   */
  readonly saves: boolean
  /**
   * True if the reader announced that it knows our own chunks. Approvals are sent to no other reader, since
   * published clients fail at unknown chunks.
   */
  readonly isOurs: boolean
  /** The thread of the call, if the caller has already looked it up. */
  readonly thread?: ThreadRow | undefined
}

export interface ChatCallsParts {
  readonly active: Pick<ActiveRuns, 'ofTurn'>
  readonly earlyStops: Pick<EarlyStops, 'take' | 'takeShared'>
  readonly unread: Pick<UnreadRuns, 'endIn'>
  readonly readerOf: ReaderOf
  /** Reads the run of the same message at another process. */
  readonly readElsewhere: (caller: FileOwner, call: Call) => Promise<RunReader | undefined>
  readonly startSaved: (call: CallToSave) => Promise<SavedStart>
  readonly startUnsaved: (
    caller: FileOwner,
    call: Call,
    slot: RunSlot,
    places: readonly string[],
  ) => Promise<Started>
  readonly onError: (error: unknown) => void
}

/** Chat calls, from their arrival to the start of their run. */
export interface ChatCalls {
  /**
   * Starts the run of a call, or joins the run of the same message. Starts none if a stop of the call came
   * first.
   *
   * @param places owners whose unread answers may be stopped to make room; see {@link UnreadRuns}.
   */
  start(
    caller: FileOwner,
    body: ChatBody,
    options: Pick<SubmitOptions, 'saves' | 'isOurs' | 'base' | 'thread'>,
    slot: RunSlot,
    places: readonly string[],
  ): Promise<Started>
  /** True if a call of the thread has arrived and not started yet: a stop that names no call is about it. */
  isArriving(threadKey: string): boolean
}

export function createChatCalls(parts: ChatCallsParts): ChatCalls {
  const { active, earlyStops, unread, readerOf, readElsewhere, onError } = parts
  const onTheWay = createCallsOnTheWay()

  /** Makes stops of this call stop the run as well. A stop that came first is applied at once. */
  function joinRunning(call: Call): Started | undefined {
    const running = active.ofTurn(call.turnKey)
    if (!running) return undefined
    if (call.requestId !== undefined) running.requestIds.add(call.requestId)
    if (earlyStops.take(call)) {
      Promise.all([running.driven.stop(), earlyStops.takeShared(call)]).catch(onError)
    }
    return { reader: readerOf(running.id) }
  }

  /** A message that is sent again while its run goes on joins that run instead of failing. */
  async function join(error: unknown, { call, caller }: CallToSave): Promise<Started> {
    if (!(error instanceof AlcoveError && error.code === 'run_active')) throw error
    const running = joinRunning(call)
    if (running) return running
    const reader = await readElsewhere(caller, call)
    if (!reader) throw error
    return { reader }
  }

  async function startAlone(toSave: CallToSave): Promise<Started> {
    const { call } = toSave
    const start = parts.startSaved(toSave)
    onTheWay.starts(call, start)
    try {
      const started = await start
      const { driven } = started
      // A stop may have arrived while the rows were written. If it is known here, the model is not called.
      if (driven && earlyStops.take(call)) {
        await Promise.all([driven.stop(), earlyStops.takeShared(call)])
      } else if (driven && (await earlyStops.takeShared(call))) await driven.stop()
      return started
    } catch (error) {
      return await join(error, toSave)
    } finally {
      onTheWay.started(call)
    }
  }

  /** Two concurrent calls with the same message make one run: the second joins it, and takes no place. */
  async function startOrJoin(toSave: CallToSave): Promise<Started> {
    const { call } = toSave
    const known = new Set<unknown>()
    // Of several calls that waited for the same one, the first starts, and the others wait for it in turn.
    for (let same = onTheWay.findStart(call); same; same = onTheWay.findStart(call, known)) {
      known.add(same)
      await same.catch(() => {})
    }
    // Before its files are stored a second time.
    return joinRunning(call) ?? startAlone(toSave)
  }

  return {
    async start(caller, body, { saves, isOurs, base, thread }, slot, places) {
      // A stop that arrives meanwhile is about this call.
      const arrived = onTheWay.arrives(scopedKey(caller, body.id))
      const call = await readAlone(unread, caller, body).finally(arrived)
      // A run that the call would join is stopped by the same stop.
      const isBegun = onTheWay.findStart(call) ?? active.ofTurn(call.turnKey)
      if (!(saves && isBegun) && earlyStops.take(call)) {
        await earlyStops.takeShared(call)
        return { reader: takenBackReader(body) }
      }
      if (!saves) return parts.startUnsaved(caller, call, slot, places)
      return startOrJoin({ caller, base, call, slot, isOurs, thread })
    },
    isArriving: onTheWay.isAnyOf,
  }
}

/** Reads a call, and stops unread answers in its thread. */
async function readAlone(
  unread: ChatCallsParts['unread'],
  caller: FileOwner,
  body: ChatBody,
): Promise<Call> {
  const call = await readCall(caller, body)
  await unread.endIn(call.threadKey)
  return call
}

/** Calls that are not in the list of running answers yet. */
function createCallsOnTheWay() {
  /** Calls that are being read, or that wait for an unread answer to end. */
  const arriving = new Set<Pick<Call, 'threadKey'>>()
  /** Calls that are writing their rows. */
  const starting = new Map<Call, Promise<unknown>>()

  return {
    /** Returns a function to call when the call has been read. */
    arrives(threadKey: string): () => void {
      const arrival = { threadKey }
      arriving.add(arrival)
      return () => void arriving.delete(arrival)
    },
    starts: (call: Call, start: Promise<unknown>) => void starting.set(call, start),
    started: (call: Call) => void starting.delete(call),
    /** The pending start of a call of the same turn, except those that are `known`. */
    findStart: ({ turnKey }: Call, known?: ReadonlySet<unknown>) =>
      [...starting].find(([call, start]) => call.turnKey === turnKey && !known?.has(start))?.[1],
    isAnyOf: (threadKey: string) =>
      [...arriving, ...starting.keys()].some((call) => call.threadKey === threadKey),
  }
}

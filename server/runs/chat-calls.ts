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
   * Whether the server saves the turn. Published runtimes store their own rows through the history
   * calls, and saving both would double every message.
   */
  readonly saves: boolean
  /**
   * Whether the reader announced itself as one that knows our own chunks: approvals go to no other,
   * since published clients fail at a chunk that they do not know.
   */
  readonly isOurs: boolean
  /** What the call names, if the caller has looked already and found it. */
  readonly thread?: ThreadRow | undefined
}

export interface ChatCallsParts {
  readonly active: Pick<ActiveRuns, 'ofTurn'>
  readonly earlyStops: Pick<EarlyStops, 'take' | 'takeShared'>
  readonly unread: Pick<UnreadRuns, 'endIn'>
  readonly readerOf: ReaderOf
  /** The run of the same message at another process. */
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

/** Chat calls, from where they come in to where each has its run. */
export interface ChatCalls {
  /**
   * Starts the run of a call, joins the one of the same message, or starts none: its stop came first.
   *
   * @param places who gives an unread answer up for another one; see {@link UnreadRuns}.
   */
  start(
    caller: FileOwner,
    body: ChatBody,
    options: Pick<SubmitOptions, 'saves' | 'isOurs' | 'base' | 'thread'>,
    slot: RunSlot,
    places: readonly string[],
  ): Promise<Started>
  /** Whether a call of the thread is on its way: a stop that names none is meant for it. */
  isArriving(threadKey: string): boolean
}

export function createChatCalls(parts: ChatCallsParts): ChatCalls {
  const { active, earlyStops, unread, readerOf, readElsewhere, onError } = parts
  const onTheWay = createCallsOnTheWay()

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

  /** The same message sent again while its run goes on joins that run instead of failing. */
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
      // A stop may have come while the rows were written. One that is known here leaves no moment to the model.
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

  /** The same call sent twice at once is one run: the second one joins it, and takes no place. */
  async function startOrJoin(toSave: CallToSave): Promise<Started> {
    const { call } = toSave
    const known = new Set<unknown>()
    // Of several who waited for the same one, the first starts, and the others wait for it in turn.
    for (let same = onTheWay.findStart(call); same; same = onTheWay.findStart(call, known)) {
      known.add(same)
      await same.catch(() => {})
    }
    // Before its files are kept a second time.
    return joinRunning(call) ?? startAlone(toSave)
  }

  return {
    async start(caller, body, { saves, isOurs, base, thread }, slot, places) {
      // A stop that comes meanwhile is meant for this call.
      const arrived = onTheWay.arrives(scopedKey(caller, body.id))
      const call = await readAlone(unread, caller, body).finally(arrived)
      // What it would join ends by its stop as well.
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

/** Reads a call, and ends what nobody reads of its thread. */
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
  /** Calls that are read, or that wait for an answer to end which nobody reads. */
  const arriving = new Set<Pick<Call, 'threadKey'>>()
  /** Calls that write their rows at the moment. */
  const starting = new Map<Call, Promise<unknown>>()

  return {
    /** Returns what is called when the call was read. */
    arrives(threadKey: string): () => void {
      const arrival = { threadKey }
      arriving.add(arrival)
      return () => void arriving.delete(arrival)
    },
    starts: (call: Call, start: Promise<unknown>) => void starting.set(call, start),
    started: (call: Call) => void starting.delete(call),
    /** The start of a call of the same turn, but for those that are `known`. */
    findStart: ({ turnKey }: Call, known?: ReadonlySet<unknown>) =>
      [...starting].find(([call, start]) => call.turnKey === turnKey && !known?.has(start))?.[1],
    isAnyOf: (threadKey: string) =>
      [...arriving, ...starting.keys()].some((call) => call.threadKey === threadKey),
  }
}

import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { createJudgedPart } from '../../shared/thread/judged-part.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, encodeChunkAt, encodeJsonAt, ENCODED_END } from '../../shared/wire/sse.ts'
import type { AnswerChunks } from '../models/model.ts'
import {
  isHiddenChunk,
  type AnswerChunk,
  type HiddenChunk,
  type MessageWithMemory,
} from '../models/step-memory.ts'
import { createLoopShare } from '../steps/in-turns.ts'
import type { LogWriter } from '../streams/memory-log.ts'
import { foldAnswer } from './fold-answer.ts'
import type { RunKeeper } from './keep-run.ts'
import { createAnswerLimit, type AnswerLimits } from './limit-answer.ts'
import { hiddenEvent, removedChunk } from './run-events.ts'
import {
  beginRun,
  INTERRUPTED_TEXT,
  takesMore,
  transition,
  type RemovedRow,
  type RunEffect,
  type RunEvent,
} from './transitions.ts'

export interface RunSetup {
  /** Message that the chunks are folded into: empty, or the part of an answer that is continued. */
  readonly answer: MessageWithMemory
  /** True if the answer has visible content already; default: false. */
  readonly hasContent?: boolean
  /** Chunks that are folded before the run can be stopped; default: none. */
  readonly first?: readonly Chunk[]
  /**
   * Called when the run starts; a failure ends the run. Each chunk is folded before the next one is
   * requested: `current` returns the answer so far.
   */
  readonly chunks: (
    signal: AbortSignal,
    current: () => MessageWithMemory,
  ) => AnswerChunks | Promise<AnswerChunks>
  readonly limits: AnswerLimits
  readonly log: LogWriter
  readonly keeper: RunKeeper
  readonly onError: (error: unknown) => void
  /** Called once, at the first visible content: from then on the user's message stays. */
  readonly onContent?: () => void
  /**
   * Judges the parts from an index on, which were told before their judgement, and returns the answer to save.
   * Never rejects. Absent: there is no judgement.
   */
  readonly judge?:
    | ((answer: MessageWithMemory, from: number) => Promise<MessageWithMemory>)
    | undefined
}

export interface DrivenRun {
  /** Ends the run now. Before any visible content its user message is removed. */
  stop(): Promise<readonly RemovedRow[]>
  /** Ends the run now and saves the answer so far, marked as interrupted. */
  interrupt(): Promise<void>
  /** Ends the run now and saves nothing, for a user who is being erased. */
  forget(): Promise<void>
  /** Resolves when the run is saved and its log has ended; never rejects. */
  readonly ended: Promise<void>
}

/**
 * Makes one answer: the model's chunks are folded, logged for readers and checkpointed; the folded answer is
 * saved before readers see the end, so that a reload right after it finds the answer. The table of
 * `transitions.ts` decides what happens when; only this function carries it out.
 */
export function driveRun(setup: RunSetup): DrivenRun {
  const { log, keeper, onError } = setup
  const abort = new AbortController()
  const answer = foldAnswer(setup.answer)
  // No limit: a run ends by its transition table, see `scripts/states`.
  const outcome = Promise.withResolvers<readonly RemovedRow[]>()
  let state = beginRun(setup.hasContent ?? false)
  const judged = createJudgedPart()
  const startedAt = performance.now()
  let firstWordMs: number | null = null
  let position = 0

  /** The answer that may be saved. */
  async function readToSave(last: Chunk): Promise<MessageWithMemory> {
    const whole = settle(applyChunk(answer.read(), last))
    const from = judged.read()
    return from === undefined || !setup.judge ? whole : setup.judge(whole, from)
  }

  function dispatch(event: RunEvent) {
    const [next, effects] = transition(state, event)
    state = next
    for (const effect of effects) perform(effect)
  }

  function perform(effect: RunEffect): void {
    switch (effect.type) {
      case 'take':
        return take(effect.chunk)
      case 'content':
        return setup.onContent?.()
      case 'abort':
        return abort.abort()
      case 'save':
      case 'take back':
      case 'leave':
        return void write(effect, keeper, readToSave, () => firstWordMs).then(dispatch)
      case 'report':
        return onError(effect.error)
      case 'close':
        return close(effect.last, effect.removed)
      default:
        return effect satisfies never
    }
  }

  function take(chunk: Chunk) {
    if (chunk.type === 'text-delta') firstWordMs ??= Math.round(performance.now() - startedAt)
    answer.add(chunk)
    judged.note(chunk, answer.read)
    const json = JSON.stringify(chunk)
    keeper.checkpoint(json)
    position += 1
    const read = forReaders(chunk)
    log.append(read === chunk ? encodeJsonAt(json, position) : encodeChunkAt(read, position))
  }

  /** The type of a hidden chunk keeps it out of the log: readers get only its number. */
  function remember(chunk: HiddenChunk) {
    answer.add(chunk)
    keeper.checkpoint(JSON.stringify(chunk))
    position += 1
    log.append(hiddenEvent(position))
  }

  function close(last: Chunk, removed: readonly RemovedRow[]) {
    const taken = removed.length > 0 ? encodeChunk(removedChunk(removed)) : ''
    log.end(taken + encodeChunk(last) + ENCODED_END)
    outcome.resolve(removed)
  }

  /** Returns true if more chunks may follow. */
  function takeOrEnd(chunk: AnswerChunk): boolean {
    if (!isHiddenChunk(chunk)) dispatch({ type: 'chunk', chunk })
    else if (takesMore(state)) remember(chunk)
    return takesMore(state)
  }

  async function drive() {
    for (const chunk of setup.first ?? []) dispatch({ type: 'chunk', chunk })
    // A model never rejects by contract; one that does must not end the process.
    await readModel(setup, abort.signal, answer.read, takeOrEnd).catch(onError)
    dispatch({ type: 'over' })
    await outcome.promise
  }

  const endBy = (type: 'stop' | 'interrupt' | 'forget') => {
    dispatch({ type })
    return outcome.promise
  }
  const ended = drive()
  return {
    stop: () => endBy('stop'),
    interrupt: () => endBy('interrupt').then(() => {}),
    forget: () => endBy('forget').then(() => {}),
    ended,
  }
}

/** The cost of a step is for usage only: readers get the sum, and old ones fail at an unknown key. */
export const forReaders = (chunk: Chunk): Chunk =>
  chunk.type === 'finish-step' ? { type: chunk.type } : chunk

/** Saves or discards the answer in the store; the result is the run's next event. */
async function write(
  effect: Extract<RunEffect, { type: 'save' | 'take back' | 'leave' }>,
  keeper: RunKeeper,
  readToSave: (last: Chunk) => Promise<MessageWithMemory>,
  firstWordMs: () => number | null,
): Promise<RunEvent> {
  try {
    switch (effect.type) {
      case 'save': {
        const isKept = await keeper.save(await readToSave(effect.last), firstWordMs())
        return { type: isKept ? 'saved' : 'superseded' }
      }
      case 'take back':
        return { type: 'taken back', removed: await keeper.takeBack() }
      case 'leave':
        await keeper.leave()
        return { type: 'left' }
      default:
        return effect satisfies never
    }
  } catch (error) {
    return { type: 'failed', error }
  }
}

/** Shared by all answers: models that are faster than the process would block other work. */
const afterShare = createLoopShare()

/**
 * Reads the model until it has ended, or until `takeOrEnd` returns false. A call is shown only once its step's
 * memory is saved: without it, the model would refuse the call's result after a crash.
 */
async function readModel(
  { chunks, limits, keeper }: RunSetup,
  signal: AbortSignal,
  current: () => MessageWithMemory,
  takeOrEnd: (chunk: AnswerChunk) => boolean,
) {
  const limit = createAnswerLimit(limits)
  let isRemembered = true
  for await (const chunk of await chunks(signal, current)) {
    const held = keeper.hold()
    if (held) await held
    if (chunk.type === 'step-memory') isRemembered = false
    else if (chunk.type === 'tool-input-available' && !isRemembered) {
      await keeper.saved()
      isRemembered = true
    }
    const taken = isHiddenChunk(chunk) ? [chunk] : limit(chunk)
    if (!taken.every(takeOrEnd)) return
    const turn = afterShare()
    if (turn) await turn
  }
}

function settle(answer: MessageWithMemory): MessageWithMemory {
  return settleMessage(answer, { type: 'incomplete', reason: 'error', error: INTERRUPTED_TEXT })
}

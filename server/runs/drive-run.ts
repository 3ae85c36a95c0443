import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import { isVisibleChunk, type Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, encodeChunkAt, encodeJsonAt, ENCODED_END } from '../../shared/wire/sse.ts'
import type { LogWriter } from '../streams/stream-log.ts'
import { foldAnswer } from './fold-answer.ts'
import { createAnswerLimit, type AnswerLimits } from './limit-answer.ts'
import { afterShare } from './loop-share.ts'
import type { RemovedRow } from './runs.ts'

export const INTERRUPTED_TEXT = 'The answer was interrupted. Try again.'
const INTERRUPTED: Chunk = { type: 'error', errorText: INTERRUPTED_TEXT }
const UNSAVED_TEXT = 'The answer could not be saved. Try again.'

/** How the run's end reaches the store. Absent for a run that saves nothing. */
export interface RunKeeper {
  checkpoint(json: string): void
  /** Settles when readers may be shown more; `undefined`: at once. */
  hold(): Promise<void> | undefined
  /** Whether the answer is kept: a run that was taken for dead meanwhile may have lost its place. */
  save(answer: Message): Promise<boolean>
  takeBack(): Promise<readonly RemovedRow[]>
  /** Nothing more is written, and what is there is left as it is. */
  leave(): Promise<void>
}

/** What becomes of an answer that ends. */
type Fate = 'saved' | 'taken back' | 'left'

export interface RunSetup {
  /** What the chunks are folded onto: empty, or what there is of an answer that goes on. */
  readonly answer: Message
  /** Whether there is something to see already; default: not. */
  readonly hasContent?: boolean
  /** What is folded before anybody can stop the run; default: nothing. */
  readonly first?: readonly Chunk[]
  /**
   * Read when the run starts; a failure ends the run. Before each chunk is asked for, the one before
   * it is folded: `current` gives the answer as far as it is.
   */
  readonly chunks: (
    signal: AbortSignal,
    current: () => Message,
  ) => AsyncIterable<Chunk> | Promise<AsyncIterable<Chunk>>
  readonly limits: AnswerLimits
  readonly log: LogWriter
  readonly keeper: RunKeeper
  readonly onError: (error: unknown) => void
  /** Called once, when there is something to see: from here on the user's message stays. */
  readonly onContent?: () => void
}

export interface DrivenRun {
  /** Ends the run now. Before any visible content its user message is taken back. */
  stop(): Promise<readonly RemovedRow[]>
  /** Ends the run now and keeps what there is, marked as interrupted. */
  interrupt(): Promise<void>
  /** Ends the run now and saves nothing, for a user who is being erased. */
  forget(): Promise<void>
  /** Settles when the run is saved and its log has ended; never fails. */
  readonly ended: Promise<void>
}

/**
 * Makes one answer: the model's chunks are folded, logged for readers and checkpointed; the folded
 * answer is saved before readers see the end, so that a reload right after it finds the answer.
 */
export function driveRun(setup: RunSetup): DrivenRun {
  const { log, keeper, onError } = setup
  const abort = new AbortController()
  const answer = foldAnswer(setup.answer)
  let { hasContent = false } = setup
  let position = 0
  /** The model's last word; this one if it says none. */
  let modelEnd: Chunk = INTERRUPTED
  let ending: Promise<readonly RemovedRow[]> | undefined

  function take(chunk: Chunk) {
    answer.add(chunk)
    if (!hasContent && isVisibleChunk(chunk)) {
      hasContent = true
      setup.onContent?.()
    }
    const json = JSON.stringify(chunk)
    keeper.checkpoint(json)
    position += 1
    const read = forReaders(chunk)
    log.append(read === chunk ? encodeJsonAt(json, position) : encodeChunkAt(read, position))
  }

  /** Whether more may follow. */
  function takeOrEnd(chunk: Chunk): boolean {
    if (ending) return false
    if (chunk.type === 'finish' || chunk.type === 'error' || chunk.type === 'abort') {
      modelEnd = chunk
      return false
    }
    take(chunk)
    return true
  }

  /** Decides the end, once: whoever comes later gets the same outcome. */
  function end(last: Chunk, fate: Fate = 'saved'): Promise<readonly RemovedRow[]> {
    ending ??= finish(last, fate)
    return ending
  }

  async function finish(last: Chunk, fate: Fate): Promise<readonly RemovedRow[]> {
    abort.abort()
    let removed: readonly RemovedRow[] = []
    let final = last
    try {
      if (fate === 'taken back') removed = await keeper.takeBack()
      else if (fate === 'left') await keeper.leave()
      else if (!(await keeper.save(settle(applyChunk(answer.read(), last))))) final = INTERRUPTED
    } catch (error) {
      onError(error)
      final = { type: 'error', errorText: UNSAVED_TEXT }
    }
    const taken = removed.length > 0 ? encodeChunk(removedChunk(removed)) : ''
    log.end(taken + encodeChunk(final) + ENCODED_END)
    return removed
  }

  async function drive() {
    for (const chunk of setup.first ?? []) take(chunk)
    const limit = createAnswerLimit(setup.limits)
    try {
      const chunks = await setup.chunks(abort.signal, answer.read)
      for await (const chunk of chunks) {
        const held = keeper.hold()
        if (held) await held
        if (!limit(chunk).every(takeOrEnd)) break
        const turn = afterShare()
        if (turn) await turn
      }
    } catch (error) {
      // A model never fails by contract; one that does must not take the process with it.
      onError(error)
    }
    await end(modelEnd)
  }

  return {
    stop: () => end({ type: 'abort' }, hasContent ? 'saved' : 'taken back'),
    async interrupt() {
      await end(INTERRUPTED)
    },
    async forget() {
      await end(INTERRUPTED, 'left')
    },
    ended: drive(),
  }
}

/** What a step cost is for the books; readers learn the sum, and old ones fail at a further key. */
export const forReaders = (chunk: Chunk): Chunk =>
  chunk.type === 'finish-step' ? { type: chunk.type } : chunk

function settle(answer: Message): Message {
  return settleMessage(answer, { type: 'incomplete', reason: 'error', error: INTERRUPTED_TEXT })
}

/** Tells every reader which messages no longer exist. */
export function removedChunk(removed: readonly RemovedRow[]): Chunk {
  const rows = removed.map(({ id, externalId }) => ({ id, external_id: externalId }))
  return { type: 'message-metadata', messageMetadata: { alcove: { removed: rows } } }
}

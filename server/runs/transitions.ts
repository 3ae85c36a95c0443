import { isVisibleChunk, type Chunk } from '../../shared/wire/chunk.ts'

export const INTERRUPTED_TEXT = 'The answer was interrupted. Try again.'
const INTERRUPTED: Chunk = { type: 'error', errorText: INTERRUPTED_TEXT }
const UNSAVED: Chunk = {
  type: 'error',
  errorText: 'The answer could not be saved. Try again.',
}

/** A message that was removed, by both of its names. */
export interface RemovedRow {
  readonly id: string
  readonly externalId: string | null
}

/** State of a run, from its first chunk to its end. */
export type RunState =
  /** Nothing visible yet: a stop removes the person's message. */
  | Open<'silent'>
  /** Visible content: the person's message and the answer so far stay. */
  | Open<'speaking'>
  /** The answer is being written to its row; `last` is the last chunk for its readers. */
  | { readonly type: 'saving'; readonly last: Chunk }
  /** The message that started it is being removed from the store. */
  | { readonly type: 'taking back' }
  /** No more is written; the pending write is awaited. */
  | { readonly type: 'leaving' }
  | { readonly type: 'ended' }

interface Open<Type> {
  readonly type: Type
  /** The model's final chunk, once it has arrived: its stream may take a moment to close. */
  readonly lastWord: Chunk | null
}

export type RunEvent =
  /** From the model, or from the results of a continued answer. */
  | { readonly type: 'chunk'; readonly chunk: Chunk }
  /** The model's stream has ended, with or without a final chunk. */
  | { readonly type: 'over' }
  | { readonly type: 'stop' }
  /** The run is ended for good from outside: the process shuts down, or an operator ends it. */
  | { readonly type: 'interrupt' }
  /** The answer has no reader any more: its user is erased, or another process took the run for dead. */
  | { readonly type: 'forget' }
  | { readonly type: 'saved' }
  /** Another process took the run for dead and saved its answer, which stays. */
  | { readonly type: 'superseded' }
  | { readonly type: 'taken back'; readonly removed: readonly RemovedRow[] }
  | { readonly type: 'left' }
  | { readonly type: 'failed'; readonly error: unknown }

export type RunEffect =
  /** Folds a chunk into the answer, adds it to the checkpoint, and sends it to readers. */
  | { readonly type: 'take'; readonly chunk: Chunk }
  /** Notifies listeners of the first visible content. */
  | { readonly type: 'content' }
  /** Aborts the model. */
  | { readonly type: 'abort' }
  /** Saves the answer with its final chunk; the next event is `saved`, `superseded` or `failed`. */
  | { readonly type: 'save'; readonly last: Chunk }
  /** Removes the message; the next event is `taken back` or `failed`. */
  | { readonly type: 'take back' }
  /** Stops writing; the next event is `left` or `failed`. */
  | { readonly type: 'leave' }
  | { readonly type: 'report'; readonly error: unknown }
  /** Closes the readers' streams, and gives callers of stop the removed rows. */
  | { readonly type: 'close'; readonly last: Chunk; readonly removed: readonly RemovedRow[] }

type Transition = readonly [RunState, readonly RunEffect[]]

/** @param hasContent true for a continued answer with visible content. */
export const beginRun = (hasContent: boolean): RunState => ({
  type: hasContent ? 'speaking' : 'silent',
  lastWord: null,
})

/** True while the run accepts chunks. */
export const takesMore = (state: RunState): boolean =>
  (state.type === 'silent' || state.type === 'speaking') && state.lastWord === null

/**
 * The effect of an event. The first event that ends the run decides how; later ones get the same outcome, and
 * readers see nothing after it.
 */
export function transition(state: RunState, event: RunEvent): Transition {
  switch (state.type) {
    case 'silent':
    case 'speaking':
      return whileOpen(state, event)
    case 'saving':
      if (event.type === 'saved') return close(state.last)
      if (event.type === 'superseded') return close(INTERRUPTED)
      return whileEnding(state, event)
    case 'taking back':
      if (event.type === 'taken back') return close(ABORTED, event.removed)
      return whileEnding(state, event)
    case 'leaving':
      if (event.type === 'left') return close(INTERRUPTED)
      return whileEnding(state, event)
    case 'ended':
      return [state, []]
    default:
      return state satisfies never
  }
}

const ABORTED: Chunk = { type: 'abort' }

function whileOpen(state: Open<'silent' | 'speaking'>, event: RunEvent): Transition {
  switch (event.type) {
    case 'chunk':
      return takesMore(state) ? take(state, event.chunk) : [state, []]
    case 'over':
      // A model that ends without a final chunk was cut off.
      return save(state.lastWord ?? INTERRUPTED)
    case 'stop':
      return state.type === 'speaking'
        ? save(ABORTED)
        : [{ type: 'taking back' }, [{ type: 'abort' }, { type: 'take back' }]]
    case 'interrupt':
      return save(INTERRUPTED)
    case 'forget':
      return [{ type: 'leaving' }, [{ type: 'abort' }, { type: 'leave' }]]
    default:
      return [state, []]
  }
}

function take(state: Open<'silent' | 'speaking'>, chunk: Chunk): Transition {
  if (chunk.type === 'finish' || chunk.type === 'error' || chunk.type === 'abort') {
    return [{ ...state, lastWord: chunk }, []]
  }
  const taken: RunEffect = { type: 'take', chunk }
  return state.type === 'silent' && isVisibleChunk(chunk)
    ? [{ ...state, type: 'speaking' }, [taken, { type: 'content' }]]
    : [state, [taken]]
}

const save = (last: Chunk): Transition => [
  { type: 'saving', last },
  [{ type: 'abort' }, { type: 'save', last }],
]

/** A failed write is retried by the recovery; readers are told that it failed. */
function whileEnding(state: RunState, event: RunEvent): Transition {
  if (event.type !== 'failed') return [state, []]
  const [ended, effects] = close(UNSAVED)
  return [ended, [{ type: 'report', error: event.error }, ...effects]]
}

const close = (last: Chunk, removed: readonly RemovedRow[] = []): Transition => [
  { type: 'ended' },
  [{ type: 'close', last, removed }],
]

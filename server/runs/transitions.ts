import { isVisibleChunk, type Chunk } from '../../shared/wire/chunk.ts'

export const INTERRUPTED_TEXT = 'The answer was interrupted. Try again.'
const INTERRUPTED: Chunk = { type: 'error', errorText: INTERRUPTED_TEXT }
const UNSAVED: Chunk = {
  type: 'error',
  errorText: 'The answer could not be saved. Try again.',
}

/** A message that is gone, by both of its names. */
export interface RemovedRow {
  readonly id: string
  readonly externalId: string | null
}

/** What a run is doing, from its first chunk to its end. */
export type RunState =
  /** There is nothing to see yet: a stop takes the person's message back. */
  | Open<'silent'>
  /** There is something to see: the person's message stays, and so does what was said. */
  | Open<'speaking'>
  /** The answer is on its way to its row; `last` is what its readers hear then. */
  | { readonly type: 'saving'; readonly last: Chunk }
  /** The message that started it is on its way out of the store. */
  | { readonly type: 'taking back' }
  /** Nothing more is written; what is being written is waited for. */
  | { readonly type: 'leaving' }
  | { readonly type: 'ended' }

interface Open<Type> {
  readonly type: Type
  /** The model's last word, once it has said it: its stream may take a moment to close. */
  readonly lastWord: Chunk | null
}

export type RunEvent =
  /** Of the model, or of what was said to an answer that goes on. */
  | { readonly type: 'chunk'; readonly chunk: Chunk }
  /** The model's stream is over, with its last word or without. */
  | { readonly type: 'over' }
  | { readonly type: 'stop' }
  /** The run ends from outside, for good: the process shuts down, or an operator ends it. */
  | { readonly type: 'interrupt' }
  /** It is for nobody any more: its user is erased, or another process took it for dead. */
  | { readonly type: 'forget' }
  | { readonly type: 'saved' }
  /** Another process had taken the run for dead, and what it saved stands. */
  | { readonly type: 'superseded' }
  | { readonly type: 'taken back'; readonly removed: readonly RemovedRow[] }
  | { readonly type: 'left' }
  | { readonly type: 'failed'; readonly error: unknown }

export type RunEffect =
  /** Folds a chunk into the answer, notes it for a checkpoint, and shows it to readers. */
  | { readonly type: 'take'; readonly chunk: Chunk }
  /** Tells whoever waits for something to see. */
  | { readonly type: 'content' }
  /** Tells the model that it need not go on. */
  | { readonly type: 'abort' }
  /** Saves the answer with its last word; then it is `saved`, `superseded` or `failed`. */
  | { readonly type: 'save'; readonly last: Chunk }
  /** Takes the message back; then it is `taken back`, or it `failed`. */
  | { readonly type: 'take back' }
  /** Writes nothing more; then it is `left`, or it `failed`. */
  | { readonly type: 'leave' }
  | { readonly type: 'report'; readonly error: unknown }
  /** Closes what readers read, and tells whoever stopped the run which rows are gone. */
  | { readonly type: 'close'; readonly last: Chunk; readonly removed: readonly RemovedRow[] }

type Transition = readonly [RunState, readonly RunEffect[]]

/** @param hasContent whether there is something to see already, of an answer that goes on. */
export const beginRun = (hasContent: boolean): RunState => ({
  type: hasContent ? 'speaking' : 'silent',
  lastWord: null,
})

/** Whether the run takes a further chunk. */
export const takesMore = (state: RunState): boolean =>
  (state.type === 'silent' || state.type === 'speaking') && state.lastWord === null

/**
 * What an event does. The first one that ends the run decides how; whoever comes later gets the same
 * outcome, and nothing is shown after it.
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
      // A model that ends without a last word was cut off.
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

/** What could not be written is tried again by the recovery; its readers are told that it was not. */
function whileEnding(state: RunState, event: RunEvent): Transition {
  if (event.type !== 'failed') return [state, []]
  const [ended, effects] = close(UNSAVED)
  return [ended, [{ type: 'report', error: event.error }, ...effects]]
}

const close = (last: Chunk, removed: readonly RemovedRow[] = []): Transition => [
  { type: 'ended' },
  [{ type: 'close', last, removed }],
]

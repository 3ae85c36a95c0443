import type { JsonObject } from '../../shared/json.ts'
import {
  createEventReader,
  readData,
  readObject,
  writeData,
  type BodyFilter,
} from './event-reader.ts'
import { createGrowingText } from './growing-text.ts'
import { readSaidError, type CreateMender } from './mend-event.ts'
import { readProviderEvent, type ProviderEvent, type Words } from './provider-events.ts'
import { createFailure } from './provider-failure.ts'

/** The needed fields of a part of the package's stream. */
interface Part {
  readonly type: string
}

type WordPart =
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }

/**
 * Sends words of an answer past the provider's package, which takes each word through some five streams and
 * so costs more than all other work. Once the package has emitted the first words of a text, the following
 * ones go from the provider's bytes to the answer directly. All else goes through the package as usual, after
 * all earlier words at once, so that the package's own handling is unchanged.
 */
export interface WordsAhead {
  /** Called for each request to the provider. */
  createFilter(): BodyFilter
  /**
   * Yields the package's parts with the words between them, each once and in order.
   *
   * @throws the reason of `signal` as soon as it aborts, even while the package emits nothing.
   */
  merge<Given extends Part>(
    stream: AsyncIterable<Given>,
    signal: AbortSignal,
  ): AsyncGenerator<Given | WordPart, void>
}

export interface WordsAheadSetup {
  readonly createMender: CreateMender
  /** Called for each event or field that is passed over, with words for the operator. */
  readonly onOdd: (words: string) => void
  /** Called for an event that cannot be read: without an end after it, the answer is malformed. */
  readonly onUnreadable: () => void
}

export function createWordsAhead(setup: WordsAheadSetup): WordsAhead {
  const account: Account = { owed: 0, said: 0, open: undefined, isLost: false }
  const waiting: Waiting = { words: [], wake: () => {} }
  return {
    createFilter: () => createFilter(account, waiting, setup),
    merge: (stream, signal) => merge(stream, signal, account, waiting),
  }
}

/** Progress of the package with the words of an answer. */
interface Account {
  /** Characters that the package was given and has not emitted yet. */
  owed: number
  /** Characters of its next output that were already sent directly. */
  said: number
  /** The text that the package emitted last; its words may be sent directly. */
  open: Pick<WordPart, 'type' | 'id'> | undefined
  /** True after an event whose words cannot be counted: from then on no words are sent directly. */
  isLost: boolean
}

/** Words that were sent directly and not read yet. */
interface Waiting {
  readonly words: WordPart[]
  /** Wakes the reader that waits for the next part. */
  wake: () => void
}

/**
 * Sends the words of one request to the provider directly, and gives the package everything else, mended.
 */
function createFilter(
  account: Account,
  waiting: Waiting,
  { createMender, onOdd, onUnreadable }: WordsAheadSetup,
): BodyFilter {
  const mender = createMender(onOdd)
  /** Words of the last event that the package got, if it had only words. */
  let last: Words | undefined
  /** Words that were sent directly and that the package has not got yet. */
  const ahead = createGrowingText()

  function take(text: string): string {
    const data = readData(text)
    // A comment.
    if (data === undefined) return ''
    if (data === END_MARK) return passAll(mender.end(true))
    const event = readObject(data)
    // The package takes a return at the end of its input for half a line break.
    if (event) return mend(event, text.endsWith('\n') ? text : undefined)
    if (data.trim() === '') onOdd('an event without data')
    else onUnreadable()
    return ''
  }

  function mend(event: JsonObject, text?: string): string {
    const mended = mender.mend(event)
    if (mended === event) return pass(event, text)
    return isList(mended) ? mended.map((each) => pass(each)).join('') : pass(mended)
  }

  const passAll = (events: readonly JsonObject[]): string =>
    events.map((event) => mend(event)).join('')

  /** Returns the package's input for an event. */
  function pass(event: JsonObject, text?: string): string {
    if (account.isLost) return text ?? writeData(event)
    const known: ProviderEvent | undefined = readProviderEvent(event)
    const words = known?.words
    const { open } = account
    // The package has emitted all its input, which ended with words of the same text.
    const isClear = ahead.length > 0 || (account.owed === 0 && last !== undefined)
    if (words && open && isClear && words.name === last?.name) {
      // Its other fields stand for those before: each event repeats them, or counts on.
      last = words
      ahead.add(words.text)
      waiting.words.push({ ...open, delta: words.text })
      waiting.wake()
      return ''
    }
    const before = flush()
    last = words
    if (known) account.owed += known.spoken
    else account.isLost = true
    return before + (text ?? writeData(event))
  }

  function flush(): string {
    if (ahead.length === 0 || !last) return ''
    account.said += ahead.length
    account.owed += ahead.length
    return writeData(last.write(ahead.take()))
  }

  function takeWhole(body: string): string {
    const answer = readObject(body.replace(ONE_IN_A_LIST, '$1'))
    const events = answer && (mender.unfold(answer) ?? readRefused(answer))
    if (!events) throw createFailure('address', 'a body of JSON that is no answer')
    return passAll(events) + passAll(mender.end(true)) + flush()
  }

  return createEventReader({
    take,
    takeWhole,
    end: () => passAll(mender.end(false)),
    flush,
    onTooLong: () => (account.isLost = true),
  })
}

/** The end mark of chat completions. */
const END_MARK = '[DONE]'
/** Some servers wrap an error in a list. */
const ONE_IN_A_LIST = /^\s*\[([^]*)\]\s*$/

const isList = (events: JsonObject | readonly JsonObject[]): events is readonly JsonObject[] =>
  Array.isArray(events)

/** The event of an error that came in place of a stream. */
function readRefused(answer: JsonObject): readonly JsonObject[] | undefined {
  const { message, detail } = answer
  const error = message ?? detail
  if (readSaidError(answer)) return [answer]
  return typeof error === 'string' ? [{ ...answer, type: 'error', message: error }] : undefined
}

/** Yields the package's parts as they come, each after the words that were sent directly meanwhile. */
async function* merge<Given extends Part>(
  stream: AsyncIterable<Given>,
  signal: AbortSignal,
  account: Account,
  waiting: Waiting,
): AsyncGenerator<Given | WordPart, void> {
  const { words } = waiting
  const wake = () => waiting.wake()
  signal.addEventListener('abort', wake, { once: true })
  const source = stream[Symbol.asyncIterator]()
  let came: IteratorResult<Given, unknown> | undefined
  let failure: { readonly error: unknown } | undefined
  const ask = () =>
    void source.next().then(
      (result) => {
        came = result
        waiting.wake()
      },
      (error: unknown) => {
        failure = { error }
        waiting.wake()
      },
    )
  ask()
  try {
    for (;;) {
      for (let part = words.shift(); part; part = words.shift()) yield part
      signal.throwIfAborted()
      if (failure) throw failure.error
      if (!came) {
        // Limit: PROVIDER_GAP_TIMEOUT_MS of the call, or the signal: "whoever stops is not kept waiting by a provider
        // that says nothing".
        await new Promise<void>((resolve) => (waiting.wake = resolve))
        continue
      }
      if (came.done) return
      const part = hear(account, came.value)
      if (part) yield part
      came = undefined
      ask()
    }
  } finally {
    signal.removeEventListener('abort', wake)
    // Not awaited: it would wait for the provider's next word.
    source.return?.().catch(() => {})
  }
}

/** The new part of the package's output. */
function hear<Given extends Part>(account: Account, part: Given): Given | undefined {
  if (!isWords(part)) return part
  const { type, id, delta } = part
  account.owed -= delta.length
  account.open = { type, id }
  const known = Math.min(account.said, delta.length)
  account.said -= known
  return known === 0
    ? part
    : known === delta.length
      ? undefined
      : { ...part, delta: delta.slice(known) }
}

const isWords = (part: Part): part is WordPart =>
  part.type === 'text-delta' || part.type === 'reasoning-delta'

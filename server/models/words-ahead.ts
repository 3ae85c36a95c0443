import { createGrowingText } from './growing-text.ts'
import { readProviderEvent, type Words } from './provider-events.ts'

/** The needed fields of a part of the package's stream. */
interface Part {
  readonly type: string
}

type WordPart =
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }

/** Filters the body of a provider's answer, before the package reads it. */
export interface BodyFilter {
  /** Returns the bytes that the package shall read. */
  push(piece: Buffer): Buffer | undefined
  /** Returns the rest at the end of the body. */
  end(): Buffer | undefined
}

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

export function createWordsAhead(): WordsAhead {
  const account: Account = { owed: 0, said: 0, open: undefined, isLost: false }
  const waiting: Waiting = { words: [], wake: () => {} }
  return {
    createFilter: () => createFilter(account, waiting),
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
 * Sends the words of one request to the provider directly, and gives the package everything else unchanged.
 */
function createFilter(account: Account, waiting: Waiting): BodyFilter {
  /** Words of the last event that the package got, if it had only words. */
  let last: Words | undefined
  /** Words that were sent directly and that the package has not got yet. */
  const ahead = createGrowingText()

  /** Returns the package's input for an event of the provider. */
  function take(event: string): string {
    if (account.isLost) return event
    const data = readData(event)
    const known = data === undefined ? SILENT : readProviderEvent(data)
    const words = known?.words
    const { open } = account
    // The package has emitted all its input, which ended with words of the same text.
    const isClear = ahead.length > 0 || (account.owed === 0 && last !== undefined)
    if (words && open && isClear && words.name === last?.name) {
      ahead.add(words.text)
      waiting.words.push({ ...open, delta: words.text })
      waiting.wake()
      return ''
    }
    const before = flush()
    last = words
    if (known) account.owed += known.spoken
    else account.isLost = true
    return before + event
  }

  function flush(): string {
    if (ahead.length === 0 || !last) return ''
    account.said += ahead.length
    account.owed += ahead.length
    return writeData(last.write(ahead.take()))
  }

  return createEventReader(take, flush, () => (account.isLost = true))
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

/** Data without JSON is a comment, or the end mark. */
const SILENT = { spoken: 0, words: undefined }

const isWords = (part: Part): part is WordPart =>
  part.type === 'text-delta' || part.type === 'reasoning-delta'

const NEWLINE = 10

/** Longer events have no words to send; they and the rest of the body pass unchanged. */
export const EVENT_BYTES_MAX = 1_048_576

/** Calls `take` for each whole event with its end, and returns its results. */
function createEventReader(
  take: (event: string) => string,
  flush: () => string,
  onTooLong: () => void,
): BodyFilter {
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false

  function takeRest(): Buffer {
    const left = Buffer.concat([Buffer.from(flush()), rest])
    rest = Buffer.alloc(0)
    return left
  }

  return {
    push(piece) {
      if (isTooLong) return piece
      const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
      const whole = endOfEvents(bytes)
      rest = bytes.subarray(whole)
      let passed = ''
      for (const event of splitEvents(bytes.toString('utf8', 0, whole))) passed += take(event)
      if (rest.length <= EVENT_BYTES_MAX) return passed === '' ? undefined : Buffer.from(passed)
      isTooLong = true
      onTooLong()
      return Buffer.concat([Buffer.from(passed), takeRest()])
    },
    end() {
      const left = takeRest()
      return left.length > 0 ? left : undefined
    },
  }
}

/** Each with the empty line that ends it. */
const splitEvents = (text: string): readonly string[] => text.match(/[^]*?\r?\n\r?\n/g) ?? []

/** End of the last whole event: after an empty line. */
function endOfEvents(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at -= 1) {
    if (bytes[at] !== NEWLINE) continue
    const before = bytes[at - 1] === 13 ? at - 2 : at - 1
    if (bytes[before] === NEWLINE) return at + 1
  }
  return 0
}

/** Comments, and the end mark of chat completions. */
const NO_DATA = /^(?::[^\r\n]*\r?\n)*(?:data: ?\[DONE\]\r?\n)?\r?\n$/
const DATA = /^(?:event: [^\r\n]*\r?\n)?data: ?(\{[^\r\n]*\})\r?\n\r?\n$/

/** The data of an event with one line of JSON; `undefined` if it has none, `null` if it is unknown. */
function readData(event: string): unknown {
  const json = DATA.exec(event)?.[1]
  if (json === undefined) return NO_DATA.test(event) ? undefined : null
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const writeData = (event: object): string => `data: ${JSON.stringify(event)}\n\n`

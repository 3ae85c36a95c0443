import { createGrowingText } from './growing-text.ts'
import { readProviderEvent, type Words } from './provider-events.ts'

/** A part of the stream of a provider's package, as far as it matters here. */
interface Part {
  readonly type: string
}

type WordPart =
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }

/** The body of one answer of a provider, on its way to the package. */
export interface BodyFilter {
  /** What the package shall read of it. */
  push(piece: Buffer): Buffer | undefined
  /** What is left when it ends. */
  end(): Buffer | undefined
}

/**
 * Words of an answer, ahead of the provider's package: it takes each word through some five streams, which
 * costs more than all the rest. Once the package has said the first words of a text, those that follow go
 * from the provider's bytes to the answer directly. Whatever else the provider says goes through the package
 * as ever, after all words before it at once: what it makes of them is its own.
 */
export interface WordsAhead {
  /** For each call of the provider. */
  createFilter(): BodyFilter
  /**
   * The package's parts with the words between them, each once and in their order.
   *
   * @throws the reason of `signal` as soon as it aborts, also while the package says nothing.
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

/** How far the package is with the words of an answer. */
interface Account {
  /** Characters of words that the package was given and has not said yet. */
  owed: number
  /** Of what it says next, so much was said here before. */
  said: number
  /** The text that the package said last; words of it may go ahead. */
  open: Pick<WordPart, 'type' | 'id'> | undefined
  /** Something came whose words cannot be counted: in all later steps nothing goes ahead either. */
  isLost: boolean
}

/** Words that went ahead and that nobody has read yet. */
interface Waiting {
  readonly words: WordPart[]
  /** Tells whoever waits for the next part that there is something. */
  wake: () => void
}

/** Sends the words of one call of the provider ahead, and gives the package all else as it came. */
function createFilter(account: Account, waiting: Waiting): BodyFilter {
  /** Of the last event that the package got, when it was mere words. */
  let last: Words | undefined
  /** Words that went ahead, which the package has not got yet. */
  const ahead = createGrowingText()

  /** What the package gets for an event of the provider. */
  function take(event: string): string {
    if (account.isLost) return event
    const data = readData(event)
    const known = data === undefined ? SILENT : readProviderEvent(data)
    const words = known?.words
    const { open } = account
    // The package has said all that it was given, of which words of the same text came last.
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

/** The package's parts as they come, and before each what went ahead meanwhile. */
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
    // Not waited for: it would wait for the provider's next word.
    source.return?.().catch(() => {})
  }
}

/** What is new of a part that the package said. */
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

/** What is no JSON is a comment, or the end. */
const SILENT = { spoken: 0, words: undefined }

const isWords = (part: Part): part is WordPart =>
  part.type === 'text-delta' || part.type === 'reasoning-delta'

const NEWLINE = 10

/** A longer event is no word; it passes as it is, and so does the rest of its body. */
export const EVENT_BYTES_MAX = 1_048_576

/** Gives `take` each whole event with its end, and passes on what it gives back. */
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

/** Where the last whole event ends: behind an empty line. */
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

/** The data of an event that is one line of JSON; `undefined` when it has none, `null` when it is unknown. */
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

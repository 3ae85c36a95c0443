import type { JsonObject } from '../../../shared/json.ts'
import type { ExpectedAnswer, Protocol } from '../stream-cases.ts'
import type { StreamPiece } from '../replay-streams.ts'
import { event } from '../stream-writers.ts'
import type { MakerName } from './makers.ts'

/** The parts of an answer that every server writes in its own way. */
export type Form = (typeof FORMS)[number]
export const FORMS = [
  'plain',
  'reasoning',
  'one tool',
  'parallel tools',
  'tool with approval',
  'error in the middle',
  'cut',
  'odd end',
] as const

/** A call of a tool. */
export interface DialectCall {
  /** Place among the calls of its answer, from 0. */
  readonly index: number
  readonly name: string
  /** JSON. */
  readonly args: string
}

export type Pieces = readonly StreamPiece[]

/** Writes a text that comes word by word. */
export type WordsWriter = (words: readonly string[]) => Pieces

/** Writes an event for each word. */
export const each =
  (write: (word: string) => string): WordsWriter =>
  (words) =>
    words.map(write)

/** Pages and source files that the writers of a dialect follow, as addresses. */
export interface DialectSources {
  readonly answers: string
  readonly calls: string
  readonly errors: string
  readonly oddEnd: string
}

export interface OddEnd {
  /** Everything after the words. */
  readonly pieces: Pieces
  /** The odd thing, in a few words. */
  readonly about: string
  readonly expected: ExpectedAnswer
}

/** How one model server writes an answer. */
export interface Dialect {
  readonly server: string
  /** Version of the server or of its API, or the month of a recorded stream. */
  readonly version: string
  readonly sources: DialectSources
  readonly protocol: Protocol
  /** The package that reads the same bytes, of the server's maker or of the AI SDK. */
  readonly maker: MakerName
  readonly open: Pieces
  readonly text: WordsWriter
  /** Absent: the server sends no thoughts, for the reason in {@link withoutReasoning}. */
  readonly reasoning?: WordsWriter
  /** The words after thoughts; default: {@link text}. */
  readonly textAfterReasoning?: WordsWriter
  readonly withoutReasoning?: string
  /** Absent: the server's models call no tools, for the reason in {@link withoutCalls}. */
  readonly call?: (call: DialectCall) => Pieces
  readonly withoutCalls?: string
  readonly end: (reason: 'stop' | 'tool_calls') => Pieces
  /** An error after the first words, and what follows it. */
  readonly error: (message: string) => Pieces
  /** Outcome of {@link error}; default: the model has a problem. */
  readonly afterError?: ExpectedAnswer
  readonly oddEnd: OddEnd
  /** Why the package reads something else, by the form. */
  readonly otherwise?: Partial<Readonly<Record<Form, string>>>
}

/** Fields of an event and of its choice that stand beside the words. */
export interface ChunkFields {
  readonly event?: JsonObject
  readonly choice?: JsonObject
}

/**
 * Returns a writer of events of chat completions.
 *
 * @param always fields of each event.
 */
export const createChunks =
  (always: ChunkFields) =>
  (delta: JsonObject, own: ChunkFields = {}): string =>
    event({
      ...always.event,
      choices: [{ index: 0, delta, finish_reason: null, ...always.choice, ...own.choice }],
      ...own.event,
    })

/** Writes the name of a call, and its arguments in two halves, as OpenAI does. */
export const inPieces =
  (chunk: ReturnType<typeof createChunks>, idOf: (call: DialectCall) => string) =>
  (call: DialectCall): Pieces => {
    const { index, name, args } = call
    const middle = Math.ceil(args.length / 2)
    const piece = (fields: JsonObject) => chunk({ tool_calls: [{ index, ...fields }] })
    return [
      piece({ id: idOf(call), type: 'function', function: { name, arguments: '' } }),
      piece({ function: { arguments: args.slice(0, middle) } }),
      piece({ function: { arguments: args.slice(middle) } }),
    ]
  }

/** Streams that the makers of the AI SDK recorded. */
export const RECORDED =
  'https://github.com/vercel/ai/blob/ed857f50f112e23930b0c2dd8d532cc8bebbc911/packages'

export const NO_THOUGHTS =
  'Chat completions of OpenAI have counts of thoughts, and no text of them.'

export const saidError = (fields: JsonObject): string[] => [event({ error: fields })]

/** An event with a line for its type. */
export const namedEvent = (data: JsonObject & { readonly type: string }): string =>
  `event: ${data.type}\n${event(data)}`

export const USAGE: JsonObject = { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 }

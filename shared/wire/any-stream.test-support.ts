import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Chunk } from './chunk.ts'
import { encodeLine } from './data-stream-lines.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const word = fc.stringMatching(/^[a-z]{1,4}$/)
const { value: anyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 3 }),
  ),
}))
const anyArgs: fc.Arbitrary<JsonObject> = fc.dictionary(word, anyJson, { maxKeys: 3 })
/** A text in deltas, as a provider may send it. */
const pieces = (whole: string) =>
  fc.array(fc.nat(whole.length), { maxLength: 4 }).map((cuts) => {
    const ends = [...cuts, whole.length].toSorted((a, b) => a - b)
    return ends.map((end, index) => whole.slice(index === 0 ? 0 : ends[index - 1], end))
  })
/** As providers write arguments: compact, or with spaces. */
const writtenArgs = fc
  .tuple(anyArgs, fc.boolean())
  .map(([args, isTight]) => ({ args, text: JSON.stringify(args, null, isTight ? 0 : 1) }))

/** Merges several sequences, each in its own order. */
function interleave<Item>(lists: readonly (readonly Item[])[]): fc.Arbitrary<Item[]> {
  const turns = lists.flatMap((list, index) => list.map(() => index))
  return fc.shuffledSubarray(turns, { minLength: turns.length }).map((order) => {
    const rest = lists.map((list) => [...list])
    return order.flatMap((index) => rest[index]?.splice(0, 1) ?? [])
  })
}

type Outcome =
  | { type: 'none' }
  | { type: 'result'; value: JsonValue }
  | { type: 'error'; text: string }
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ type: fc.constant('none' as const) }),
  fc.record({ type: fc.constant('result' as const), value: anyJson }),
  fc.record({ type: fc.constant('error' as const), text }),
)

const words = (kind: 'text' | 'reasoning', id: string): fc.Arbitrary<Chunk[]> =>
  fc
    .array(text, { maxLength: 4 })
    .map((deltas): Chunk[] => [
      { type: `${kind}-start`, id },
      ...deltas.map((delta): Chunk => ({ type: `${kind}-delta`, id, delta })),
      { type: `${kind}-end`, id },
    ])

const call = (toolCallId: string): fc.Arbitrary<Chunk[]> =>
  fc
    .tuple(writtenArgs, fc.boolean(), outcome, word)
    .chain(([{ args, text: argsText }, isStreamed, end, toolName]) =>
      pieces(argsText).map((deltas): Chunk[] => [
        ...(isStreamed
          ? [
              { type: 'tool-input-start', toolCallId, toolName } as const,
              ...deltas.map(
                (inputTextDelta) =>
                  ({ type: 'tool-input-delta', toolCallId, inputTextDelta }) as const,
              ),
            ]
          : []),
        { type: 'tool-input-available', toolCallId, toolName, input: args },
        ...(end.type === 'result'
          ? [{ type: 'tool-output-available', toolCallId, output: end.value } as const]
          : []),
        ...(end.type === 'error'
          ? [{ type: 'tool-output-error', toolCallId, errorText: end.text } as const]
          : []),
      ]),
    )

const source = (sourceId: string): fc.Arbitrary<Chunk[]> =>
  fc.option(word).map((title): Chunk[] => [
    {
      type: 'source-url',
      sourceId,
      url: `https://a.example/${sourceId}`,
      ...(title ? { title } : {}),
    },
  ])

const FILE: Chunk = { type: 'file', url: 'data:image/png;base64,iVBORw0=', mediaType: 'image/png' }
const data = fc
  .tuple(word, fc.option(word), anyJson)
  .map(([name, id, value]): Chunk[] => [
    { type: `data-${name}`, ...(id === null ? {} : { id }), data: value },
  ])

export interface AnyStreamSettings {
  /** Parts of one step stream at the same time. */
  readonly isInterleaved: boolean
  /** With parts that not every reader has. */
  readonly hasData: boolean
}

/** The chunks of an answer, as a server of the AI SDK may send them. */
export function anyAnswer({ isInterleaved, hasData }: AnyStreamSettings): fc.Arbitrary<Chunk[]> {
  const part = (name: string) =>
    fc.oneof(
      words('text', name),
      words('reasoning', name),
      call(name),
      source(name),
      fc.constant<Chunk[]>([FILE]),
      ...(hasData ? [data] : []),
    )
  const step = (name: string) =>
    fc
      .tuple(part(`${name}a`), part(`${name}b`), part(`${name}c`))
      .chain((parts) => (isInterleaved ? interleave(parts) : fc.constant(parts.flat())))
      .map((chunks): Chunk[] => [{ type: 'start-step' }, ...chunks, { type: 'finish-step' }])
  const end: fc.Arbitrary<Chunk> = fc.oneof(
    fc.constant<Chunk>({ type: 'finish' }),
    text.map((errorText): Chunk => ({ type: 'error', errorText })),
  )
  return fc
    .tuple(step('1'), step('2'), fc.nat(12), end)
    .map(([first, second, cut, last]): Chunk[] => {
      const body = [...first, ...second]
      // An answer may fail at any place.
      const kept = last.type === 'error' ? body.slice(0, body.length - cut) : body
      return [{ type: 'start', messageId: 'msg_1' }, ...kept, last]
    })
}

const line = (code: string, value: JsonValue) => encodeLine(code, value)

function callLines(toolCallId: string, isContiguous: boolean): fc.Arbitrary<string[]> {
  return fc
    .tuple(writtenArgs, fc.constantFrom('streamed', 'at once'), outcome, word, fc.boolean())
    .chain(([{ args, text: argsText }, how, end, toolName, isClosed]) =>
      pieces(argsText).map((deltas) => {
        const begin = line('b', { toolCallId, toolName })
        const grown = deltas.map((argsTextDelta) => line('c', { toolCallId, argsTextDelta }))
        const whole = line('9', { toolCallId, toolName, args })
        const streamed = [begin, ...grown, ...(isClosed || isContiguous ? [whole] : [])]
        const opened = how === 'at once' ? [whole] : streamed
        if (end.type === 'none') return opened
        const result =
          end.type === 'result'
            ? { toolCallId, result: end.value }
            : { toolCallId, result: { error: end.text }, isError: true }
        const answer = line('a', result)
        // Older readers end the arguments at the next line of another kind.
        return [...opened, answer]
      }),
    )
    .map((lines): string[] => (isContiguous ? [lines.join('')] : lines))
}

const FINISH = ['stop', 'length', 'content-filter', 'other', 'error', 'unknown'] as const

/** The body of a data stream, as servers of version 4 of the AI SDK write it. */
export function anyDataStream({ isContiguous }: { isContiguous: boolean }): fc.Arbitrary<string> {
  const part = (name: string): fc.Arbitrary<string[]> =>
    fc.oneof(
      fc.array(text, { maxLength: 3 }).map((deltas) => deltas.map((delta) => line('0', delta))),
      fc.array(text, { maxLength: 3 }).map((deltas) => deltas.map((delta) => line('g', delta))),
      callLines(name, isContiguous),
      fc.option(word).map((title) => [
        line('h', {
          sourceType: 'url',
          id: name,
          url: `https://a.example/${name}`,
          ...(title ? { title } : {}),
        }),
      ]),
      fc.constant<string[]>([line('k', { data: 'iVBORw0=', mimeType: 'image/png' })]),
      fc.array(anyJson, { maxLength: 2 }).map((items) => [line('2', items)]),
      fc.array(anyArgs, { maxLength: 2 }).map((items) => [line('8', items)]),
    )
  const usage = { promptTokens: 1, completionTokens: 2 }
  const step = (name: string) =>
    fc
      .tuple(part(`${name}a`), part(`${name}b`), part(`${name}c`))
      .chain(interleave)
      .map((lines) => [
        line('f', { messageId: `msg_${name}` }),
        ...lines,
        line('e', { finishReason: 'stop', usage, isContinued: false }),
      ])
  const end = fc.oneof(
    fc.constantFrom(...FINISH).map((finishReason) => line('d', { finishReason, usage })),
    fc.constant(''),
    text.map((error) => line('3', error)),
  )
  return fc.tuple(step('1'), step('2'), end).map((parts) => parts.flat().join(''))
}

/** Bytes as a network may cut them. */
export const anyCuts = fc.array(fc.nat(5_000), { maxLength: 8 })

export function cutBytes(
  whole: string,
  cuts: readonly number[],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(whole)
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  )
  return new ReadableStream({
    start(controller) {
      let begin = 0
      for (const end of ends) {
        if (end > begin) controller.enqueue(bytes.slice(begin, end))
        begin = end
      }
      controller.close()
    },
  })
}

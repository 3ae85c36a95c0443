import type { Chunk } from '../../shared/wire/chunk.ts'
import { WAIT_TYPE } from '../../shared/wire/wait.ts'
import type { RunReader } from './runs.ts'

/** What version 5 of the AI SDK does not know, or no published reader has a use for; it may fail at it. */
const OWN_TYPES = [
  'tool-approval-request',
  'tool-approval-response',
  'tool-output-denied',
  WAIT_TYPE,
] as const satisfies readonly Chunk['type'][]
const EVENT_END = '\n\n'
const DATA = /^data: (.*)$/m

/** For a reader that did not announce itself as one of ours (`wire.md` 13.16). */
export const withoutOwnChunks = (reader: RunReader): RunReader => ({
  stream: (signal) =>
    (reader.stream(signal) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(createFilter()),
})

function createFilter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  return new TransformStream({
    transform(bytes, controller) {
      const events = (rest + decoder.decode(bytes, { stream: true })).split(EVENT_END)
      rest = events.pop() ?? ''
      const text = events
        .filter(isPublished)
        .map((event) => event + EVENT_END)
        .join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(encoder.encode(rest))
    },
  })
}

function isPublished(event: string): boolean {
  // Hardly any event needs a second look.
  if (!OWN_TYPES.some((type) => event.includes(`"${type}"`))) return true
  const { type } = JSON.parse(DATA.exec(event)?.[1] ?? '{}') as Partial<Chunk>
  return !OWN_TYPES.some((own) => own === type)
}

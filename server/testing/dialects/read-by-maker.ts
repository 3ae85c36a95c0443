import { CLOSE } from '../replay-streams.ts'
import type { ToolRun } from '../stream-cases.ts'
import type { DialectCase } from './dialect-cases.ts'
import { MAKERS } from './makers.ts'

/** A package's reading of an answer's first body. */
export interface MakersReading {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolRun[]
  /** The reason of the end; `failed`: an error, or no end. */
  readonly end: string
}

/** The needed fields of a part, of all versions of the packages' interface. */
interface Part {
  readonly type: string
  readonly delta?: string
  readonly toolName?: string
  readonly input?: string
  readonly finishReason?: string | { readonly unified: string }
}

/** Reads the bytes of a case by the package of the server's maker. */
export async function readByMaker({ dialect, chunks }: DialectCase): Promise<MakersReading> {
  const fetch = () =>
    Promise.resolve(
      new Response(toBody(chunks), { headers: { 'content-type': 'text/event-stream' } }),
    )
  const model = MAKERS[dialect.maker].createModel(fetch)
  const ask = model.doStream.bind(model) as (options: object) => Promise<{
    readonly stream: ReadableStream<Part>
  }>
  const reading = { text: '', reasoning: '', calls: [] as ToolRun[], end: 'failed' }
  let hasFailed = false
  try {
    const { stream } = await ask({ prompt: PROMPT, tools: TOOLS })
    for await (const { type, delta = '', toolName, input = '', finishReason } of stream) {
      if (type === 'text-delta') reading.text += delta
      if (type === 'reasoning-delta') reading.reasoning += delta
      if (type === 'tool-call') {
        reading.calls.push({ name: toolName!, args: JSON.parse(input || '{}') as ToolRun['args'] })
      }
      if (type === 'error') hasFailed = true
      if (type === 'finish') reading.end = readEnd(finishReason!)
    }
  } catch {
    hasFailed = true
  }
  return hasFailed ? { ...reading, end: 'failed' } : reading
}

const readEnd = (reason: NonNullable<Part['finishReason']>): string => {
  const end = typeof reason === 'string' ? reason : reason.unified
  return end === 'error' ? 'failed' : end
}

const PROMPT = [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }] }]
const TOOLS = ['weather', 'now', 'remove'].map((name) => ({
  type: 'function',
  name,
  inputSchema: { type: 'object', properties: {} },
}))

function toBody(chunks: DialectCase['chunks']): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        if (chunk === CLOSE) return controller.error(new TypeError('terminated'))
        if (typeof chunk === 'string') controller.enqueue(encoder.encode(chunk))
      }
      controller.close()
    },
  })
}

/** Ends of a package's reading, by the type and reason of the message that we store. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  'complete/stop': ['stop'],
  'incomplete/length': ['length'],
  'incomplete/error': ['failed'],
}

/** True if the package reads what is right for us. After calls, the packages give the reason of the first body. */
export function agrees(reading: MakersReading, { expected, form }: DialectCase): boolean {
  const { calls = [], finish, reasoning = '', text = '' } = expected
  const hasCalls = calls.length > 0
  const ends = hasCalls ? ['tool-calls', 'stop'] : (ENDS[finish as string] ?? [])
  // The package stops at a broken connection, where it may have read fewer words.
  const hasWords =
    form === 'cut' ? text.startsWith(reading.text) : hasCalls || reading.text.trim() === text.trim()
  return (
    hasWords &&
    reading.reasoning.trim() === reasoning.trim() &&
    JSON.stringify(reading.calls) === JSON.stringify(calls) &&
    ends.includes(reading.end)
  )
}

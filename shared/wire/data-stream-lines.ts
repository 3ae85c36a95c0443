import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Chunk } from './chunk.ts'

const FINISH_REASONS = new Set([
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
  'unknown',
])
const BASE64_URL = /^data:([^;,]*);base64,/i
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i

/** A line of a data stream. JSON has no raw line breaks, so any text stays on its line. */
export const encodeLine = (code: string, value: JsonValue): string =>
  `${code}:${JSON.stringify(value, dropRefused)}\n`

/** An empty data array: readers ignore it, and proxies see that the stream is alive. */
export const DATA_STREAM_HEARTBEAT = encodeLine('2', [])

/** Readers refuse a whole line for these keys, at any depth. */
function dropRefused(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  const isRefused =
    key === 'constructor' && isPlainObject(value) && Object.hasOwn(value, 'prototype')
  return isRefused ? undefined : value
}

export function readFinishReason(reason: JsonValue | undefined): string {
  return typeof reason === 'string' && FINISH_REASONS.has(reason) ? reason : 'unknown'
}

/** Old readers know the first pair of names, new ones the second; both require numbers. */
export function encodeUsage({ inputTokens, outputTokens }: JsonObject): JsonObject {
  const input = typeof inputTokens === 'number' ? inputTokens : 0
  const output = typeof outputTokens === 'number' ? outputTokens : 0
  return {
    promptTokens: input,
    completionTokens: output,
    inputTokens: input,
    outputTokens: output,
  }
}

export function decodeUsage(usage: JsonValue | undefined): JsonObject {
  if (!isPlainObject(usage)) return {}
  const { promptTokens, completionTokens, inputTokens, outputTokens } = usage
  const input = [inputTokens, promptTokens].find((count) => typeof count === 'number')
  const output = [outputTokens, completionTokens].find((count) => typeof count === 'number')
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
  }
}

/** The end of a step. Its usage is always present: a server without counts writes zeros. */
export function readStepEnd({ finishReason, usage, isContinued }: JsonObject): Chunk {
  const counts = decodeUsage(usage)
  return {
    type: 'finish-step',
    ...(typeof finishReason === 'string' ? { finishReason: readFinishReason(finishReason) } : {}),
    ...(isContinued === true ? { isContinued } : {}),
    ...(Object.values(counts).some((count) => count !== 0) ? { usage: counts } : {}),
  }
}

/** The same as a line. */
export const encodeStepEnd = ({
  finishReason,
  usage = {},
  isContinued = false,
}: Omit<Extract<Chunk, { type: 'finish-step' }>, 'type'>): string =>
  encodeLine('e', {
    finishReason: readFinishReason(finishReason),
    usage: encodeUsage(usage),
    isContinued,
  })

/** The format's files are base64 without a prefix; other addresses are kept. */
export function encodeFile(url: string, mimeType: string): JsonObject {
  const match = BASE64_URL.exec(url)
  return { data: match?.[1] === mimeType ? url.slice(match[0].length) : url, mimeType }
}

export const decodeFile = (data: string, mimeType: string): string =>
  HAS_SCHEME.test(data) ? data : `data:${mimeType};base64,${data}`

export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** The text of an error line, or of a result that is an error, for people. */
export function readErrorText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  const inner = isPlainObject(value) ? (value['error'] ?? value['message']) : undefined
  return typeof inner === 'string' ? inner : JSON.stringify(value ?? null)
}

/**
 * Names the side that runs a call: the format has no field for it, and its readers accept additional ones.
 */
export const runnerOf = ({
  providerExecuted,
}: {
  readonly providerExecuted?: unknown
}): {
  readonly providerExecuted?: true
} => (providerExecuted === true ? { providerExecuted } : {})

/** Fields of the line of a failed call. */
export const failure = (error: string): JsonObject => ({ result: { error }, isError: true })

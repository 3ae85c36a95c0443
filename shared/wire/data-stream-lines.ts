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

/** One line of a data stream. JSON leaves no raw line break: any text stays on its line. */
export const encodeLine = (code: string, value: JsonValue): string =>
  `${code}:${JSON.stringify(value, dropRefused)}\n`

/** An empty data array: every reader takes it for nothing, and proxies see that the stream lives. */
export const DATA_STREAM_HEARTBEAT = encodeLine('2', [])

/** Readers refuse a whole line for these keys, wherever they stand in it. */
function dropRefused(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  const isRefused =
    key === 'constructor' && isPlainObject(value) && Object.hasOwn(value, 'prototype')
  return isRefused ? undefined : value
}

export function readFinishReason(reason: JsonValue | undefined): string {
  return typeof reason === 'string' && FINISH_REASONS.has(reason) ? reason : 'unknown'
}

/** Old readers know the first pair of names, new ones the second; both want numbers. */
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

/** How a step ended. Its usage always stands there: who does not know it writes zeros. */
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

/** The format's files are base64 without a prefix; what else has an address keeps it. */
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

/** What an error line, or a result that is an error, says to a person. */
export function readErrorText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  const inner = isPlainObject(value) ? (value['error'] ?? value['message']) : undefined
  return typeof inner === 'string' ? inner : JSON.stringify(value ?? null)
}

/** Who runs a call: this format has no word for it, and its readers take further ones. */
export const runnerOf = ({
  providerExecuted,
}: {
  readonly providerExecuted?: unknown
}): {
  readonly providerExecuted?: true
} => (providerExecuted === true ? { providerExecuted } : {})

import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { createAssistantMessage, type Message } from '../../../shared/thread/message.ts'
import type { ModelLogEntry } from '../model-log.ts'
import type { ModelRequest } from '../model.ts'
import { PROVIDER_LIMITS } from '../provider-limits.ts'
import { createProviderModel } from '../provider-model.ts'
import { applyAnswerChunk } from '../step-memory.ts'
import { createInstantClock, question } from './ask-model.ts'

type ProviderStream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream']
export type ProviderPart = ProviderStream extends ReadableStream<infer Part> ? Part : never

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 4, text: 4, reasoning: 0 },
}
/** Ends a model call. */
export const finish = (unified: 'stop' | 'tool-calls'): ProviderPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
})
/** A whole answer. */
export const say = (text: string): ProviderPart[] => [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: text },
  { type: 'text-end', id: '0' },
  finish('stop'),
]
/** A call of a tool, without the end of the model call. */
export const call = (toolName: string, input: string, toolCallId = 'c1'): ProviderPart[] => [
  { type: 'tool-input-start', id: toolCallId, toolName },
  { type: 'tool-input-delta', id: toolCallId, delta: input },
  { type: 'tool-input-end', id: toolCallId },
  { type: 'tool-call', toolCallId, toolName, input },
]

/** A provider that gives these answers, one for each call; then "Done." */
export function connectMock(answers: readonly (readonly ProviderPart[])[], toolMs = 60_000) {
  const log: ModelLogEntry[] = []
  let calls = 0
  const provider = new MockLanguageModelV4({
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: 'stream-start' as const, warnings: [] },
        ...(answers[calls++] ?? say('Done.')),
      ]),
    }),
  })
  const model = createProviderModel({
    protocol: 'chat',
    name: 'mock/any',
    createLanguageModel: () => provider,
    limits: { ...PROVIDER_LIMITS, toolMs },
    clock: createInstantClock(),
    redact: (text) => text,
    log: (entry) => log.push(entry),
    isPublic: false,
  })
  /** Calls the model; `continued` is an answer to continue. */
  async function ask(
    request: Omit<ModelRequest, 'messages'>,
    signal = new AbortController().signal,
    continued?: Message,
  ) {
    const messages = [question('How many cups?'), ...(continued ? [continued] : [])]
    const chunks = await Array.fromAsync(
      model.stream({ messages, maxSteps: 5, ...request }, signal),
    )
    const start: Message = continued
      ? { ...continued, status: { type: 'running' } }
      : createAssistantMessage('m', '')
    const message = chunks.reduce(applyAnswerChunk, start)
    return { chunks, message, types: chunks.map(({ type }) => type) }
  }
  return { ask, log, model, provider }
}

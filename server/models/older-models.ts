import {
  UnsupportedFunctionalityError,
  type LanguageModelV2,
  type LanguageModelV2CallOptions,
  type LanguageModelV2CallWarning,
  type LanguageModelV2FinishReason,
  type LanguageModelV2StreamPart,
  type LanguageModelV2Usage,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FunctionTool,
  type LanguageModelV3Message,
  type LanguageModelV3StreamPart,
  type LanguageModelV3ToolResultPart,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FilePart,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Message,
  type LanguageModelV4StreamPart,
  type LanguageModelV4ToolResultPart,
  type LanguageModelV4Usage,
  type SharedV4Warning,
} from '@ai-sdk/provider'

/** The answer of a model, in the newest version's parts. */
export interface ModelStream {
  readonly stream: AsyncIterable<LanguageModelV4StreamPart>
}

/** Asks a model of AI SDK 6. */
export async function askV3(
  model: LanguageModelV3,
  options: LanguageModelV4CallOptions,
): Promise<ModelStream> {
  const { stream } = await model.doStream(toOlder(options))
  return { stream: mapStream(stream, fromV3) }
}

/** Asks a model of AI SDK 5. */
export async function askV2(
  model: LanguageModelV2,
  options: LanguageModelV4CallOptions,
): Promise<ModelStream> {
  // Its types differ only where options hold `undefined`, which JSON leaves out.
  const { stream } = await model.doStream(toOlder(options) as LanguageModelV2CallOptions)
  return { stream: mapStream(stream, fromV2) }
}

/** Options that both older versions take; the effort of a newer call has no place there. */
type OlderOptions = Omit<LanguageModelV3CallOptions, 'prompt' | 'tools'> & {
  prompt: OlderMessage[]
  tools?: LanguageModelV3FunctionTool[]
}
type V3Message<Role> = Extract<LanguageModelV3Message, { role: Role }>
type OlderMessage =
  | V3Message<'system'>
  | V3Message<'user'>
  | { role: 'assistant'; content: OlderAssistantPart[] }
  | { role: 'tool'; content: OlderResult[] }
type OlderAssistantPart =
  | Exclude<V3Message<'assistant'>['content'][number], { type: 'tool-result' }>
  | OlderResult
type OlderResult = Omit<LanguageModelV3ToolResultPart, 'output'> & {
  output: Exclude<
    LanguageModelV3ToolResultPart['output'],
    { type: 'content' } | { type: 'execution-denied' }
  >
}

function toOlder(options: LanguageModelV4CallOptions): OlderOptions {
  const { reasoning: _, prompt, tools, ...rest } = options
  const known = tools?.filter((tool) => tool.type === 'function')
  return {
    ...rest,
    prompt: prompt.map(toOlderMessage),
    ...(known === undefined ? {} : { tools: known }),
  }
}

function toOlderMessage(message: LanguageModelV4Message): OlderMessage {
  switch (message.role) {
    case 'system':
      return message
    case 'user':
      return {
        ...message,
        content: message.content.map((part) => (part.type === 'file' ? toOlderFile(part) : part)),
      }
    case 'assistant':
      return { ...message, content: message.content.flatMap(toOlderPart) }
    case 'tool':
      return {
        ...message,
        content: message.content.flatMap((part) =>
          part.type === 'tool-result' ? toOlderResult(part) : [],
        ),
      }
    default:
      return message satisfies never
  }
}

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

function toOlderPart(part: AssistantPart): OlderAssistantPart[] {
  switch (part.type) {
    case 'file':
      return [toOlderFile(part)]
    case 'tool-result':
      return [toOlderResult(part)]
    case 'text':
    case 'reasoning':
    case 'tool-call':
      return [part]
    // Parts of the newest version only.
    case 'reasoning-file':
    case 'custom':
      return []
    default:
      return part satisfies never
  }
}

function toOlderFile({ data, ...part }: LanguageModelV4FilePart) {
  if (data.type === 'data') return { ...part, data: data.data }
  if (data.type === 'url') return { ...part, data: data.url }
  throw new UnsupportedFunctionalityError({ functionality: `a file as ${data.type}` })
}

function toOlderResult({ output, ...part }: LanguageModelV4ToolResultPart): OlderResult {
  switch (output.type) {
    case 'execution-denied':
      return { ...part, output: { type: 'error-text', value: output.reason ?? 'denied' } }
    case 'content':
      return {
        ...part,
        output: { type: 'text', value: output.value.map(textOf).join('\n\n') },
      }
    default:
      return { ...part, output }
  }
}

type ContentPart = Extract<LanguageModelV4ToolResultPart['output'], { type: 'content' }>

function textOf(part: ContentPart['value'][number]): string {
  if (part.type === 'text') return part.text
  throw new UnsupportedFunctionalityError({ functionality: `a ${part.type} in a tool’s result` })
}

async function* mapStream<Given>(
  stream: AsyncIterable<Given>,
  map: (part: Given) => LanguageModelV4StreamPart,
): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
  // No limit: the caller's `boundStream` waits for each part.
  for await (const part of stream) yield map(part)
}

const fromV3 = (part: LanguageModelV3StreamPart): LanguageModelV4StreamPart =>
  part.type === 'file' ? { ...part, data: { type: 'data', data: part.data } } : part

function fromV2(part: LanguageModelV2StreamPart): LanguageModelV4StreamPart {
  switch (part.type) {
    case 'stream-start':
      return { ...part, warnings: part.warnings.map(toWarning) }
    case 'file':
      return { ...part, data: { type: 'data', data: part.data } }
    case 'tool-result':
      // The older type says `unknown`; packages give JSON.
      return part as LanguageModelV4StreamPart
    case 'finish':
      return { ...part, finishReason: toReason(part.finishReason), usage: toUsage(part.usage) }
    default:
      return part
  }
}

function toWarning(warning: LanguageModelV2CallWarning): SharedV4Warning {
  switch (warning.type) {
    case 'unsupported-setting':
      return { ...warning, type: 'unsupported', feature: String(warning.setting) }
    case 'unsupported-tool':
      return { type: 'unsupported', feature: `tool ${warning.tool.name}` }
    case 'other':
      return warning
    default:
      return warning satisfies never
  }
}

/** `unknown` is the end of a stream without a reason, which counts as cut off. */
const toReason = (reason: LanguageModelV2FinishReason): LanguageModelV4FinishReason =>
  reason === 'unknown' ? { unified: 'other', raw: undefined } : { unified: reason, raw: reason }

const toUsage = (usage: LanguageModelV2Usage): LanguageModelV4Usage => ({
  inputTokens: {
    total: usage.inputTokens,
    noCache: undefined,
    cacheRead: usage.cachedInputTokens,
    cacheWrite: undefined,
  },
  outputTokens: {
    total: usage.outputTokens,
    text: undefined,
    reasoning: usage.reasoningTokens,
  },
})

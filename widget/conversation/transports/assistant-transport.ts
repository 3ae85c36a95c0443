import { AlcoveError } from '../../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { isBlankPart, type Message, type ToolCallPart } from '../../../shared/thread/message.ts'
import { createDataStreamDecoder } from '../../../shared/wire/data-stream-decoder.ts'
import { createEventDecoder } from '../../../shared/wire/sse.ts'
import type { RunRequest } from '../../api/cloud-records.ts'
import type { Cloud } from '../../api/cloud.ts'
import { createHistoryKeeper } from '../history-keeper.ts'
import { FOREIGN_SILENCE_MAX_MS } from '../read-stream.ts'
import type { Transport, TurnCall } from '../transport.ts'
import { contextFields, sentParts } from '../chat-transport.ts'
import { errorTextOf } from '../ui-message.ts'

/** Transport to an assistant of a server of the contract: `POST /runs/stream`, which stores nothing. */
export function createAssistantTransport(
  assistantId: string,
  { records }: Pick<Cloud, 'records'>,
): Transport {
  return {
    createKeeper: createHistoryKeeper,
    async open(call, { signal, onDispatch }) {
      if (!records) throw new AlcoveError('unavailable', 'This chat has no server that can answer.')
      const { streamRun } = await records()
      signal.throwIfAborted()
      onDispatch()
      const { protocol, body } = await streamRun(
        {
          assistantId,
          threadId: call.threadId,
          messages: toPrompt(messagesOf(call)),
          settings: settingsOf(call),
        },
        signal,
      )
      const decode = protocol === 'data-stream' ? createDataStreamDecoder : createEventDecoder
      const silenceMaxMs = FOREIGN_SILENCE_MAX_MS
      return { bytes: body, decode, silenceMaxMs, mayFailAtEnd: true }
    },
  }
}

const messagesOf = ({ kind, path, answer }: TurnCall) =>
  kind === 'continue' ? [...path(), answer] : path()

/** Settings of a call, as the published runtime writes them. */
function settingsOf({ answer, context, metadata }: TurnCall): JsonObject {
  const { callSettings = {}, ...rest } = context
  return {
    ...callSettings,
    ...contextFields(rest),
    unstable_assistantMessageId: answer.id,
    ...(metadata === undefined ? {} : { runConfig: metadata }),
  }
}

type PromptMessage = RunRequest['messages'][number]
type PromptPart = { readonly [key: string]: JsonValue }

/** Converts messages to a provider's prompt: results of tools are messages of their own. */
export const toPrompt = (path: readonly Message[]): readonly PromptMessage[] =>
  path.flatMap((message) => {
    if (message.role === 'assistant') return toAnswerMessages(message)
    const { role } = message
    return [{ role, content: sentParts(message).map(toUserPart) }]
  })

function toUserPart({
  type,
  text,
  url,
  mediaType,
  filename,
}: ReturnType<typeof sentParts>[number]) {
  return type === 'text' ? { type, text } : { type, data: url, mediaType, filename }
}

function toAnswerMessages({ content }: Message): readonly PromptMessage[] {
  const messages: PromptMessage[] = []
  let said: PromptPart[] = []
  let results: PromptPart[] = []
  const endStep = () => {
    if (said.length > 0) messages.push({ role: 'assistant', content: said })
    if (results.length > 0) messages.push({ role: 'tool', content: results })
    said = []
    results = []
  }
  for (const part of content) {
    if (isBlankPart(part)) continue
    if (part.type === 'text') {
      // Text after a result belongs to the next step.
      if (results.length > 0) endStep()
      said.push({ type: 'text', text: part.text })
    } else if (part.type === 'tool-call' && part.result !== undefined) {
      const { toolCallId, toolName, args } = part
      said.push({ type: 'tool-call', toolCallId, toolName, input: args })
      results.push({ type: 'tool-result', toolCallId, toolName, output: toOutput(part) })
    }
  }
  endStep()
  return messages
}

const toOutput = ({ result = null, isError }: ToolCallPart): PromptPart =>
  isError ? { type: 'error-text', value: errorTextOf(result) } : { type: 'json', value: result }

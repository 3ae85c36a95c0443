import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { createDataStreamDecoder } from '../../shared/wire/data-stream-decoder.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { contextFields } from './call-context.ts'
import { toPrompt } from './prompt-message.ts'
import { FOREIGN_SILENCE_MAX_MS } from './silence-watch.ts'
import type { Transport, TurnCall } from './transport.ts'

/** An assistant of a server of the contract: `POST /runs/stream`, which keeps nothing. */
export function createAssistantTransport(
  assistantId: string,
  { records }: Pick<Cloud, 'records'>,
): Transport {
  return {
    isKeeping: false,
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

/** As the published runtime writes them. */
function settingsOf({ answer, context, metadata }: TurnCall): JsonObject {
  const { callSettings = {}, ...rest } = context
  return {
    ...callSettings,
    ...contextFields(rest),
    unstable_assistantMessageId: answer.id,
    ...(metadata === undefined ? {} : { runConfig: metadata }),
  }
}

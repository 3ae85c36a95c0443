import { ERROR_TEXTS, MARKUP_BODY } from '../../../shared/error-texts.ts'
import type { Warn } from '../../../shared/errors.ts'
import { isMarkup } from '../../../shared/is-markup.ts'
import { readMarks } from '../../../shared/thread/message.ts'
import { encodeChunk, ENCODED_END } from '../../../shared/wire/sse.ts'
import { call as fetchOnce, type Fetch } from '../../api/call.ts'
import { withTimeLimit, type Clock } from '../../api/clock.ts'
import { ERROR_BODY_MAX_CHARACTERS } from '../../api/request-error.ts'
import type { ByteStream } from '../../api/open-stream.ts'
import { createHistoryKeeper } from '../history-keeper.ts'
import { decodeEndpoint } from './decode-endpoint.ts'
import { FOREIGN_SILENCE_MAX_MS, readStream } from '../read-stream.ts'
import type { Transport, TurnCall } from '../transport.ts'
import { contextFields } from '../chat-transport.ts'
import { toUiMessages } from '../ui-message.ts'

/** Time limit for an endpoint to begin its answer. */
export const ENDPOINT_OPEN_TIMEOUT_MS = 300_000
/** Maximum number of shown characters of a failed answer's text. */
export const ENDPOINT_ERROR_MAX_CHARACTERS = 65_536
/** Error text of the AI SDK for a response without a body. */
export const EMPTY_BODY_TEXT = 'The response body is empty.'

export interface EndpointWorld {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Gets errors for developers only. Default: the console. */
  readonly warn?: Warn
  /** True for our own server, which answers in a preview. Default: false. */
  readonly isOurs?: boolean | undefined
}

/**
 * Transport to a chat endpoint of the operator, as served by the AI SDK. The endpoint is another origin and gets
 * neither our token nor cookies. So it cannot know the user, and has to limit calls itself. A refusal ends the
 * answer with the endpoint's text. Pages of HTML or XML are from a proxy, and go to the console.
 */
export function createEndpointTransport(
  url: string,
  { fetch, clock, warn = (text) => console.warn(text), isOurs = false }: EndpointWorld,
): Transport {
  return {
    createKeeper: createHistoryKeeper,
    async open(call, { signal, onDispatch }) {
      // Two signals: fetch's signal lives as long as the stream, the limit only until it opens.
      const reading = new AbortController()
      signal.addEventListener('abort', () => reading.abort(signal.reason), { once: true })
      const limit = { clock, limitMs: ENDPOINT_OPEN_TIMEOUT_MS, operation: url, signal }
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(endpointBody(call, isOurs)),
        signal: reading.signal,
      }
      onDispatch()
      try {
        const bytes = await withTimeLimit(limit, async () =>
          readBody(await fetchOnce(fetch, url, init), reading.signal, warn),
        )
        return {
          bytes,
          decode: decodeEndpoint,
          silenceMaxMs: FOREIGN_SILENCE_MAX_MS,
          mayFailAtEnd: true,
        }
      } catch (error) {
        reading.abort(error)
        throw error
      }
    },
  }
}

function endpointBody(call: TurnCall, isOurs: boolean) {
  const { kind, threadId, path, question, answer, replaced, context, metadata } = call
  const { context: shared } = readMarks(question.metadata.custom)
  // A continued answer is itself the last message, with the decisions about its calls.
  const messages = kind === 'continue' ? [...path(), answer] : path()
  const named = kind === 'continue' ? answer : replaced
  return {
    ...contextFields(context, isOurs),
    id: threadId,
    messages: toUiMessages(messages),
    trigger: kind === 'regenerate' ? 'regenerate-message' : 'submit-message',
    ...(named ? { messageId: named.id } : {}),
    ...(shared ? { context: shared } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

async function readBody(response: Response, signal: AbortSignal, warn: Warn): Promise<ByteStream> {
  const { ok, status, body } = response
  if (ok && body) return body
  if (ok) return failedStream(EMPTY_BODY_TEXT)
  const text = body ? await readStart(body, signal) : ''
  if (isMarkup(text)) {
    warn(ERROR_TEXTS.requestFailed(status, text.slice(0, ERROR_BODY_MAX_CHARACTERS)))
    return failedStream(ERROR_TEXTS.requestFailed(status, MARKUP_BODY))
  }
  return failedStream(text === '' ? ERROR_TEXTS.requestFailed(status, text) : text)
}

/** A failure ends the answer as any other does: by its stream. */
const failedStream = (errorText: string): ByteStream =>
  new Blob([encodeChunk({ type: 'error', errorText }) + ENCODED_END]).stream()

async function readStart(body: ByteStream, signal: AbortSignal): Promise<string> {
  let text = ''
  await readStream(body.pipeThrough(new TextDecoderStream()), signal, (piece) => {
    text += piece
    return text.length >= ENDPOINT_ERROR_MAX_CHARACTERS ? 'enough' : 'more'
  })
  return text.slice(0, ENDPOINT_ERROR_MAX_CHARACTERS)
}

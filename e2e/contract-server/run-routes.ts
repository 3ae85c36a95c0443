import type { Caller } from './callers.ts'
import type { ContractState } from './contract-state.ts'
import { invalid, Refusal, type Answer, type Exchange } from './exchange.ts'
import { findThread } from './thread-routes.ts'

const TITLE_ASSISTANT = 'system/thread_title'
const ROLES = ['system', 'user', 'assistant']
const event = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`

interface RunBody {
  readonly assistant_id?: string
  readonly thread_id?: string
  readonly response_format?: string
  readonly messages?: readonly { role?: unknown; content?: readonly { text?: unknown }[] }[]
}

/** Streams a title as one text, or an answer, always as server-sent events. */
export function answerRuns(
  state: ContractState,
  caller: Caller,
  { method, path, headers, body }: Exchange,
): Answer | undefined {
  if (method !== 'POST' || path.join('/') !== 'runs/stream') return undefined
  const accept = headers.get('accept')
  if (accept !== 'text/plain' && accept !== 'text/event-stream') {
    throw new Refusal(400, 'Invalid Accept header')
  }
  const { assistant_id, thread_id, response_format, messages } = (body ?? {}) as RunBody
  if (!Array.isArray(messages)) throw invalid()
  for (const { role, content } of messages as NonNullable<RunBody['messages']>) {
    if (!ROLES.includes(String(role)) || !Array.isArray(content)) {
      throw new Refusal(400, 'Invalid messages format: content must be a list of parts')
    }
  }
  const text = String(messages.at(-1)?.content?.[0]?.text ?? '')
  if (assistant_id === TITLE_ASSISTANT) {
    const thread = findThread(state, caller, thread_id)
    thread.title ??= text.split(' ').slice(0, 4).join(' ')
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      pieces: thread.title.split(/(?= )/),
    }
  }
  if (response_format !== undefined && response_format !== 'vercel-ai-data-stream/v1') {
    throw new Refusal(400, 'Invalid response format')
  }
  if (thread_id !== undefined) findThread(state, caller, thread_id)
  if (assistant_id !== 'assistant_echo') throw new Refusal(404, 'Assistant not found')
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream',
      'x-vercel-ai-ui-message-stream': 'v1',
    },
    pieces: [
      event({ type: 'start' }),
      event({ type: 'text-start', id: '0' }),
      event({ type: 'text-delta', id: '0', delta: `You said: ${text}` }),
      event({ type: 'text-end', id: '0' }),
      event({ type: 'finish' }),
      'data: [DONE]\n\n',
    ],
  }
}

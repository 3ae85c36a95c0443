import type { Store } from 'jotai/vanilla'
import type { PageEvent } from '../../shared/bridge/page-event.ts'
import type { MessagePart } from '../../shared/thread/message.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { humanRequestsAtom } from '../conversation/atoms/tools.ts'
import { lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { follow } from './follow-atom.ts'

export type Tell = (event: PageEvent) => void

type ToolCall = Extract<MessagePart, { type: 'tool-call' }>

/** Calls of tools in the answer that is being made, by their names: those of the server's tools, too. */
export function tellTools(store: Store, tell: Tell) {
  const { get } = store
  const states = new Map<string, string>()
  let stopLast = () => {}

  function handleCall({ toolCallId: callId, toolName: tool, state }: ToolCall, isNews: boolean) {
    const name = EVENT_OF_STATE[state]
    if (name === undefined || states.get(callId) === name) return
    states.set(callId, name)
    if (isNews) tell({ name, detail: { tool, callId } })
  }

  function handleMessage(isNews: boolean) {
    const id = get(lastMessageIdAtom)
    const message = id === undefined ? undefined : get(messageAtom(id))
    if (message?.role !== 'assistant') return
    for (const part of message.content) if (part.type === 'tool-call') handleCall(part, isNews)
  }

  function handleLast() {
    stopLast()
    const id = get(lastMessageIdAtom)
    if (id === undefined) return
    // What an answer of before has called is no news.
    handleMessage(get(isRunningAtom))
    stopLast = store.sub(messageAtom(id), () => handleMessage(true))
  }

  handleLast()
  return [
    store.sub(lastMessageIdAtom, handleLast),
    () => stopLast(),
    // Of the page's own tools the question is none of the message's.
    follow(store, humanRequestsAtom, (requests, before) => {
      for (const { toolCallId: callId, toolName: tool, kind } of requests)
        if (kind === 'approval' && before.every((other) => other.toolCallId !== callId))
          tell({ name: 'tool:approval', detail: { tool, callId } })
    }),
  ]
}

const EVENT_OF_STATE: Readonly<Partial<Record<string, PageEvent['name']>>> = {
  'input-available': 'tool:call',
  'approval-requested': 'tool:approval',
  'output-available': 'tool:result',
  'output-error': 'tool:error',
  'output-denied': 'tool:error',
}

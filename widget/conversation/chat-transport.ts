import type { JsonObject } from '../../shared/json.ts'
import {
  messageText,
  readMarks,
  type Message,
  type MessagePart,
} from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import type { ChatOptions } from '../api/chat-calls.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import { createHeldBack } from './held-back.ts'
import type { CallContext, Transport, TurnCall, UiPart } from './transport.ts'

/** Our server's chat call. The server stores the turn, so that a client can resume a lost stream. */
export function createChatTransport(
  cloud: Pick<Cloud, 'chat' | 'follow' | 'stop' | 'messages'>,
  clock: Clock,
): Transport {
  const stop: Cloud['stop'] = (...args) => cloud.stop(...args)
  const follow = cloud.follow?.bind(cloud)
  if (!follow) {
    return {
      open: async (call, options) => ({ bytes: await cloud.chat(chatBody(call), options) }),
      stop,
    }
  }
  const held = createHeldBack({ cloud, follow, clock })
  return {
    async open(call, options) {
      const send = (sent: ChatOptions) => cloud.chat(chatBody(call), sent)
      return { bytes: await held.open(call, options, send) }
    },
    async follow(threadId, place, signal) {
      const bytes = await held.follow(threadId, place, signal)
      return bytes && { bytes }
    },
    stop,
  }
}

/**
 * The context fields in a chat call's body.
 *
 * @param isOurs true for our own server, which is told the scopes of tools as well.
 */
export function contextFields(
  { system, callSettings, tools }: CallContext,
  isOurs = false,
): JsonObject {
  const declared = Object.entries(tools).map(([name, { description, parameters, scope }]) => {
    const texts = description === undefined ? {} : { description }
    return [
      name,
      { ...texts, parameters, ...(isOurs && scope !== undefined ? { scope } : {}) },
    ] as const
  })
  return {
    ...(callSettings === undefined ? {} : { callSettings }),
    ...(system === undefined ? {} : { system }),
    tools: Object.fromEntries(declared),
  }
}

/** Media type of all sent images (specification, section 3). */
const IMAGE_MEDIA_TYPE = 'image/png'

/** Body of a chat call to a server that stores turns and reads earlier messages from its own store. */
export function chatBody(call: TurnCall): ChatBody {
  const { threadId, requestId, context, metadata, isStopped, cutOff } = call
  return {
    ...contextFields(context, true),
    id: threadId,
    requestId,
    ...(metadata === undefined ? {} : { metadata }),
    ...(isStopped ? { isStopped } : {}),
    ...(cutOff ? { continueText: true } : {}),
    ...turnFields(call),
  }
}

function turnFields(call: TurnCall): Pick<ChatBody, 'messages' | 'trigger' | 'messageId'> {
  const { kind, question, answer, replaced, outcomes, rowOf, parentRow } = call
  switch (kind) {
    case 'submit': {
      const parent = parentRow()
      // Named, not sent again.
      const before: UiMessage[] = parent ? [{ id: parent.rowId, role: parent.role, parts: [] }] : []
      return { messages: [...before, toSent(question, question.id)], trigger: 'submit-message' }
    }
    case 'regenerate': {
      const rowId = replaced ? rowOf(replaced.id) : undefined
      return {
        messages: [toSent(question, rowOf(question.id) ?? question.id)],
        trigger: 'regenerate-message',
        // Without an id the server has no such message yet.
        ...(rowId === undefined ? {} : { messageId: rowId }),
      }
    }
    case 'continue': {
      const id = rowOf(answer.id) ?? answer.id
      const parts = [...outcomes]
      return { messages: [{ id, role: 'assistant', parts }], trigger: 'submit-message' }
    }
    default:
      return kind satisfies never
  }
}

function toSent(message: Message, id: string): UiMessage {
  const { role, metadata } = message
  const marks = readMarks(metadata.custom)
  // The server sets the rest of the metadata.
  const said = Object.keys(marks).length > 0 ? { metadata: { custom: marks } } : {}
  return { id, role, parts: sentParts(message), ...said }
}

/** The person's text and attachments. The AI SDK's messages have no form for audio. */
export function sentParts(message: Message): UiPart[] {
  const text = messageText(message)
  const attached = (message.attachments ?? []).map(({ type, url, name, contentType }): UiPart => ({
    type: 'file',
    url,
    filename: name,
    mediaType: type === 'image' ? IMAGE_MEDIA_TYPE : contentType,
  }))
  const files = [...message.content.flatMap(toFile), ...attached]
  return text.trim() === '' && files.length > 0 ? files : [{ type: 'text', text }, ...files]
}

/** Converts files of older forms, which are parts among the text. */
function toFile(part: MessagePart): UiPart[] {
  if (part.type !== 'image' && part.type !== 'file') return []
  const { filename } = part
  const named = filename === undefined ? {} : { filename }
  return part.type === 'image'
    ? [{ type: 'file', url: part.image, ...named, mediaType: IMAGE_MEDIA_TYPE }]
    : [{ type: 'file', url: part.data, ...named, mediaType: part.mimeType }]
}

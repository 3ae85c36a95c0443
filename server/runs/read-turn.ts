import { AlcoveError } from '../../shared/errors.ts'
import {
  createUserMessage,
  USER_TEXT_MAX_CHARACTERS,
  type Message,
} from '../../shared/thread/message.ts'
import { AUI_V0, encodeMessage } from '../../shared/thread/aui-v0.ts'
import type { ChatBody, UiMessage } from '../../shared/wire/chat.ts'
import type { RunStart } from '../store/store.ts'

/**
 * What a chat call asks for. Only the last message's own text counts, and the ids before it: stored
 * messages are read from the store, and the browser's copies of them are ignored.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function readTurn(body: ChatBody): RunStart['turn'] {
  const last = body.messages.at(-1)
  if (body.trigger === 'regenerate-message') {
    const message = body.messageId ?? last?.id
    if (message === undefined) {
      throw new AlcoveError('invalid_request', 'messageId: name the answer to make again.')
    }
    return { type: 'regenerate', message }
  }
  if (last?.role !== 'user') {
    throw new AlcoveError('invalid_request', 'messages: the last message must be from the user.')
  }
  return {
    type: 'submit',
    parent: body.messages.at(-2)?.id ?? null,
    externalId: last.id,
    format: AUI_V0,
    content: encodeMessage(createUserMessage(last.id, '', readUserText(last))),
  }
}

function readUserText(message: UiMessage): string {
  const text = partTexts(message).join('\n\n')
  if (text.trim() === '') {
    throw new AlcoveError('invalid_request', 'messages: the message to send has no text.')
  }
  if (text.length > USER_TEXT_MAX_CHARACTERS) {
    throw new AlcoveError(
      'too_large',
      `messages: a message has at most ${USER_TEXT_MAX_CHARACTERS} characters; this one has ${text.length}.`,
    )
  }
  return text
}

function partTexts(message: UiMessage): string[] {
  return message.parts.flatMap((part) => {
    const text = part['text']
    return part.type === 'text' && typeof text === 'string' ? [text] : []
  })
}

/** The browser's copies as a model reads them, for a caller that stores its own rows. */
export function readClientMessages(body: ChatBody): readonly Message[] {
  return body.messages
    .filter((message) => message.role !== 'system')
    .map((message) => ({
      id: message.id,
      createdAt: '',
      role: message.role,
      content: partTexts(message).map((text) => ({ type: 'text', text })),
      metadata: { custom: {} },
    }))
}

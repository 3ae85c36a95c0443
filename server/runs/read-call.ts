import { createHash, type Hash } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import { randomId } from '../../shared/ids.ts'
import { isPlainObject } from '../../shared/json.ts'
import { CONTEXT_DATA_EXPECTED } from '../../shared/context-data.ts'
import { readMarks, type MessageMarks } from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import type { Scope } from '../store/store.ts'
import { scopedKey } from './active-runs.ts'
import type { SentFile } from './keep-files.ts'
import {
  requireFileCount,
  requireInlineBytes,
  requirePartCount,
  requireTextLength,
} from './message-limits.ts'
import { readAnswers, type CallAnswer } from './read-answers.ts'

/** Longer texts of a part, such as inline files, are hashed in steps of this many UTF-16 units. */
export const HASH_STEP_CHARACTERS = 65_536

/** A chat call, and the names by which other calls refer to it. */
export interface Call {
  readonly body: ChatBody
  readonly threadKey: string
  /** Equal for the same message with the same content, except for continued answers. */
  readonly turnKey: string
  readonly requestId: string | undefined
  readonly stopKey: string | undefined
}

export async function readCall(scope: Scope, body: ChatBody): Promise<Call> {
  const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
  const goesOn = body.trigger === 'submit-message' && body.messages.at(-1)?.role === 'assistant'
  return {
    body,
    threadKey: scopedKey(scope, body.id),
    // Of two calls that answer the same question only one counts, and the other is refused.
    turnKey: scopedKey(scope, body.id, goesOn ? randomId(24) : await inTurns(hashTurn(body))),
    requestId,
    stopKey: requestId === undefined ? undefined : scopedKey(scope, body.id, requestId),
  }
}

/** A hash, because a message may hold megabytes of files, and the key lives as long as its run. */
export function* hashTurn({ trigger, messageId, messages }: ChatBody): Steps<string> {
  const last = messages.at(-1)
  const hash = createHash('sha256').update(JSON.stringify([trigger, messageId, last?.id]))
  for (const part of last?.parts ?? []) {
    yield* addPart(hash, part)
    yield
  }
  return hash.digest('hex')
}

function* addPart(hash: Hash, part: UiMessage['parts'][number]): Steps<void> {
  const long = Object.entries(part).filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && field[1].length > HASH_STEP_CHARACTERS,
  )
  const lengths = Object.fromEntries(long.map(([name, text]) => [name, [text.length]]))
  hash.update(JSON.stringify(long.length === 0 ? part : { ...part, ...lengths }))
  for (const [, text] of long) {
    for (let start = 0; start < text.length; start += HASH_STEP_CHARACTERS) {
      hash.update(text.slice(start, start + HASH_STEP_CHARACTERS))
      yield
    }
  }
}

/** The request of a chat call. */
export type Turn = NewTurn | ContinueTurn

/** Continues a pending answer with the results of its calls, or an answer that was cut off. */
export interface ContinueTurn {
  readonly type: 'continue'
  readonly message: string
  readonly answers: readonly CallAnswer[]
  /** True if the answer has no pending call: it was cut off, and its text goes on. */
  readonly isCutOff: boolean
  /** True if the answer was stopped: the results of its calls are stored, and the model is not called. */
  readonly isStopped: boolean
}

export type NewTurn =
  | { readonly type: 'regenerate'; readonly message: string }
  | {
      readonly type: 'submit'
      readonly parent: string | null
      readonly externalId: string
      readonly text: string
      readonly files: readonly SentFile[]
      readonly marks: MessageMarks
    }

const UNNAMED = 'unnamed'

/**
 * Reads only the last message's own text and files, and the ids before it: stored messages come from the
 * store, and the browser's copies are ignored. Likewise for a pending answer: only the new results of its
 * calls are read.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function readTurn(body: ChatBody, amountOf: AmountOf): Turn {
  const last = body.messages.at(-1)
  if (body.trigger === 'regenerate-message') {
    const message = body.messageId ?? last?.id
    if (message === undefined) {
      throw new AlcoveError('invalid_request', 'messageId: name the answer to make again.')
    }
    return { type: 'regenerate', message }
  }
  const path = `messages.${body.messages.length - 1}`
  if (last?.role === 'assistant') {
    const isCutOff = body['continueText'] === true
    return {
      type: 'continue',
      message: last.id,
      isCutOff,
      answers: isCutOff ? [] : readAnswers(last, path, amountOf),
      isStopped: !isCutOff && body['isStopped'] === true,
    }
  }
  if (last?.role !== 'user') {
    throw new AlcoveError(
      'invalid_request',
      'messages: the last message must be from the user, or an answer that waits.',
    )
  }
  return {
    type: 'submit',
    parent: body.messages.at(-2)?.id ?? null,
    externalId: last.id,
    ...readUserMessage(last, path, amountOf),
  }
}

/** @throws AlcoveError `invalid_request` or `too_large`, naming the field. */
export function readUserMessage(message: UiMessage, path: string, amountOf: AmountOf) {
  requirePartCount(message.parts.length, `${path}.parts`, amountOf)
  const text = partTexts(message).join('\n\n')
  const files = message.parts.flatMap((part, index) =>
    part.type === 'file' ? [readFile(part, `${path}.parts.${index}`)] : [],
  )
  if (text.trim() === '' && files.length === 0) {
    throw new AlcoveError(
      'invalid_request',
      'messages: the message to send has no text and no file.',
    )
  }
  requireTextLength(text.length, path, amountOf)
  requireFileCount(files.length, path, amountOf)
  requireInlineBytes(
    files.map(({ url }) => url),
    amountOf,
  )
  return { text, files, marks: requireMarks(message, path) }
}

function requireMarks({ metadata }: UiMessage, path: string): MessageMarks {
  const custom = isPlainObject(metadata) ? metadata['custom'] : undefined
  const marks = readMarks(custom)
  if (isPlainObject(custom) && custom['context'] !== undefined && !marks.context) {
    throw new AlcoveError(
      'invalid_request',
      `${path}.metadata.custom.context: expected ${CONTEXT_DATA_EXPECTED}.`,
    )
  }
  return marks
}

function readFile(part: UiMessage['parts'][number], path: string): SentFile {
  const { url, filename } = part
  if (typeof url !== 'string') {
    throw new AlcoveError('invalid_request', `${path}.url: expected the address of the file.`)
  }
  const name = typeof filename === 'string' && filename.trim() !== '' ? filename : UNNAMED
  return { path, url, filename: name }
}

function partTexts(message: UiMessage): string[] {
  return message.parts.flatMap((part) => {
    const text = part['text']
    return part.type === 'text' && typeof text === 'string' ? [text] : []
  })
}

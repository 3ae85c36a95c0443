import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { messageText, type Message, type ToolCallPart } from '../../shared/thread/message.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { countInlineBytes } from '../files/read-data-url.ts'
import { countMessageBytes, NEWEST_MESSAGE_MAX_BYTES } from './read-history.ts'

/** A message that the caller sent as history, with its path in the body for errors. */
export interface ToldMessage {
  readonly path: string
  readonly message: Message
}

/**
 * Checked before the parts are read.
 *
 * @throws AlcoveError `too_large`.
 */
export function requirePartCount(count: number, path: string, amountOf: AmountOf): void {
  const max = amountOf('partsPerMessage')
  if (count > max) throw createTooLarge(path, `at most ${max}; there are ${count}.`)
}

/**
 * Limits a history that the caller sends, which no stored rows bound: each message, the files inside all of
 * them, and the whole newest message. Older messages are left out if they are too large.
 *
 * @throws AlcoveError `too_large`, naming the message.
 */
export function requireToldLimits(told: readonly ToldMessage[], amountOf: AmountOf): void {
  for (const { path, message } of told) {
    if (message.role === 'user') requireUserLimits(message, path, amountOf)
    for (const part of message.content) {
      if (part.type === 'tool-call') requireToolLimits(part, path, amountOf)
    }
  }
  requireInlineBytes(
    told.flatMap(({ message }) => fileUrls(message)),
    amountOf,
  )
  const newest = told.at(-1)
  if (newest && countMessageBytes(newest.message) > NEWEST_MESSAGE_MAX_BYTES) {
    throw createTooLarge(
      newest.path,
      `at most ${NEWEST_MESSAGE_MAX_BYTES} bytes besides its files.`,
    )
  }
}

function requireUserLimits(message: Message, path: string, amountOf: AmountOf) {
  requireTextLength(messageText(message).length, path, amountOf)
  requireFileCount(fileUrls(message).length, path, amountOf)
}

/** @throws AlcoveError `too_large`. */
export function requireTextLength(length: number, path: string, amountOf: AmountOf): void {
  const max = amountOf('userTextCharacters')
  if (length <= max) return
  throw createTooLarge(path, `a message has at most ${max} characters; this one has ${length}.`)
}

/** @throws AlcoveError `too_large`. */
export function requireFileCount(count: number, path: string, amountOf: AmountOf): void {
  const max = amountOf('filesPerMessage')
  if (count <= max) return
  throw createTooLarge(path, `a message has at most ${max} files; this one has ${count}.`)
}

/** @throws AlcoveError `too_large`. */
export function requireInlineBytes(urls: readonly string[], amountOf: AmountOf): void {
  const maxBytes = amountOf('inlineDataBytes')
  const bytes = urls.reduce((sum, url) => sum + countInlineBytes(url), 0)
  if (bytes <= maxBytes) return
  throw createTooLarge(
    'messages',
    `files inside of a call have at most ${maxBytes} bytes in all; upload larger ones first.`,
  )
}

function requireToolLimits({ argsText, result = null }: ToolCallPart, path: string, of: AmountOf) {
  const maxArgs = of('toolArgsBytes')
  if (Buffer.byteLength(argsText) > maxArgs) {
    throw createTooLarge(path, `a tool’s arguments have at most ${maxArgs} bytes.`)
  }
  const maxResult = of('toolResultBytes')
  if (isJsonLonger(result, maxResult)) {
    throw createTooLarge(path, `a tool’s result has at most ${maxResult} bytes.`)
  }
}

const fileUrls = ({ content }: Message): string[] =>
  content.flatMap((part) => (part.type === 'file' ? [part.data] : []))

const createTooLarge = (path: string, limit: string): AlcoveError =>
  new AlcoveError('too_large', `${path}: ${limit}`)

/** Bytes around a list or an object, and between its values. */
const BRACKETS_BYTES = 2
const COMMA_BYTES = 1
const COLON_BYTES = 1

/**
 * True if a value has more than `maxBytes` as JSON text in UTF-8. Counting stops at that size, so a value of
 * a whole body costs no more than one that is a little too large.
 */
export const isJsonLonger = (value: JsonValue, maxBytes: number): boolean =>
  bytesLeft(value, maxBytes) < 0

/** The bytes that are left after the value; negative if it does not fit. */
function bytesLeft(value: JsonValue, bytes: number): number {
  if (typeof value === 'string') return bytes - textBytes(value, bytes)
  if (typeof value !== 'object' || value === null) return bytes - JSON.stringify(value).length
  const isList = Array.isArray(value)
  const names = isList ? undefined : Object.keys(value)
  const items = (names ?? value) as readonly JsonValue[]
  let left = bytes - BRACKETS_BYTES - Math.max(0, items.length - 1) * COMMA_BYTES
  for (const item of items) {
    if (left < 0) break
    if (isList) left = bytesLeft(item, left)
    else {
      const name = item as string
      left -= textBytes(name, left) + COLON_BYTES
      left = bytesLeft((value as JsonObject)[name] ?? null, left)
    }
  }
  return left
}

/** The exact size if the text fits, else more than `room`. */
const textBytes = (text: string, room: number): number =>
  text.length > room ? room + 1 : Buffer.byteLength(JSON.stringify(text))

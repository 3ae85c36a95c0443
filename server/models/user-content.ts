import type { FilePart as ModelFilePart, TextPart as ModelTextPart } from 'ai'
import type { MessagePart } from '../../shared/thread/message.ts'
import { withoutMarks } from './without-marks.ts'

export type UserContentPart = ModelTextPart | ModelFilePart

/** Of a text file, what a model gets to read. */
export const FILE_TEXT_MAX_CHARACTERS = 100_000

/** What providers take as it is. */
const READABLE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*(;base64)?,/i

/** One part of a person's message as the model gets it; `undefined` for what no model reads. */
export function toUserContent(part: MessagePart): UserContentPart | undefined {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? undefined : createText(part.text)
    case 'image':
      return fromDataUrl(part.image, 'image/png', part.filename)
    case 'file':
      return fromDataUrl(part.data, part.mimeType, part.filename)
    case 'audio':
      return { type: 'file', data: part.audio.data, mediaType: `audio/${part.audio.format}` }
    case 'reasoning':
    case 'tool-call':
    case 'source':
    case 'data':
      return undefined
    default:
      part satisfies never
      return undefined
  }
}

function createText(text: string): ModelTextPart {
  return { type: 'text', text: text.toWellFormed() }
}

/**
 * Only data URLs: a web address would make this server, or the provider, fetch what a visitor names.
 * The model is told of a file that it does not get, so that it can say so.
 */
function fromDataUrl(url: string, mediaType: string, name = 'unnamed'): UserContentPart {
  const filename = withoutMarks(name, 'file')
  const match = DATA_URL.exec(url)
  if (!match) return createText(`[The file “${filename}” is not available.]`)
  const payload = url.slice(match[0].length)
  const isBase64 = match[2] !== undefined
  const kind = (match[1] ?? mediaType).toLowerCase()
  if (kind.startsWith('text/') || kind === 'application/json') {
    const text = isBase64 ? Buffer.from(payload, 'base64').toString('utf8') : unescapeUrl(payload)
    return createText(quoteFile(filename, text))
  }
  if (!READABLE.has(kind)) {
    return createText(`[The file “${filename}” is of a kind that cannot be read here.]`)
  }
  const data = isBase64 ? payload : Buffer.from(unescapeUrl(payload), 'latin1').toString('base64')
  return { type: 'file', data, mediaType: kind, filename }
}

/** Between marks that the text itself cannot close. */
function quoteFile(filename: string, text: string): string {
  const shown = text.slice(0, FILE_TEXT_MAX_CHARACTERS)
  const cut = shown.length < text.length ? '\n[The file goes on; the rest is left out.]' : ''
  return `<file name=${JSON.stringify(filename)}>\n${withoutMarks(shown, 'file')}\n</file>${cut}`
}

function unescapeUrl(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

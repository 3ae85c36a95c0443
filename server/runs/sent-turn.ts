import { isDeepStrictEqual } from 'node:util'
import { encodeAttachments, type Attachment } from '../../shared/thread/attachment.ts'
import { AUI_V0 } from '../../shared/thread/decode-row.ts'
import { encodeMessage } from '../../shared/thread/encode-message.ts'
import { createUserMessage } from '../../shared/thread/message.ts'
import { storedBytes, type MessageRow, type RunStart, type ThreadRow } from '../store/store.ts'
import type { NewTurn } from './read-call.ts'

/** A turn in the form that the store takes. */
export function encodeTurn(turn: NewTurn, attachments: readonly Attachment[]): RunStart['turn'] {
  if (turn.type === 'regenerate') return turn
  const { parent, externalId, text, marks } = turn
  const message = createUserMessage(externalId, '', text)
  const content = encodeMessage({
    ...message,
    content: text.trim() === '' ? [] : message.content,
    metadata: { custom: { ...encodeAttachments(attachments), ...marks } },
  })
  return { type: 'submit', parent, externalId, format: AUI_V0, content }
}

/** Bytes that a turn adds to the database. */
export const turnBytes = (turn: RunStart['turn']): number =>
  turn.type === 'submit' ? storedBytes(turn.content) : 0

/** True if a stored message is this turn, which its sender then sends again. */
export const isSameTurn = ({ format, content }: MessageRow, turn: RunStart['turn']): boolean =>
  turn.type === 'submit' && turn.format === format && isDeepStrictEqual(turn.content, content)

/** The text that names an untitled thread. */
export function readTitleText({ title }: ThreadRow, turn: NewTurn): string | undefined {
  if (title !== null || turn.type !== 'submit') return undefined
  const { text, files } = turn
  return text.trim() === '' ? files.map(({ filename }) => filename).join(', ') : text
}

import Papa from 'papaparse'
import type { EXPORT_FORMATS } from '../../../shared/desk/conversations.ts'
import { messageText, type Message } from '../../../shared/thread/message.ts'
import type {
  AnswerFactsRow,
  ConversationMessages,
  ListedConversation,
  MessageRow,
} from '../../store/store.ts'
import type { Steps } from '../../steps/in-turns.ts'
import type { Cover } from './cover.ts'
import { readMessage } from './message-json.ts'
import { toMoney } from './row-json.ts'
import { disarmFormulas } from '../formula.ts'

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const COLUMNS = [
  'project',
  'conversation',
  'title',
  'user',
  'message',
  'parent',
  'role',
  'at',
  'text',
  'tools',
  'rating',
  'comment',
  'assistant',
  'model',
  'state',
  'error',
  'unanswered',
  'first_word_ms',
  'whole_ms',
  'input_tokens',
  'output_tokens',
  'cost',
] as const

/** A message of an export. */
type Line = Readonly<Record<(typeof COLUMNS)[number], string | number | boolean | null>>

/** Writes lines of an export, each with its end. */
export interface LineWriter {
  readonly mediaType: string
  readonly head: string
  readonly line: (line: Line) => string
  /** The last line of an export that has reached a limit. */
  readonly cut: (sentence: string) => string
}

const csvLine = (cells: readonly (string | number | boolean | null)[]): string => {
  const safe = cells.map((cell) => (typeof cell === 'string' ? disarmFormulas(cell) : cell))
  return `${Papa.unparse([safe])}\r\n`
}

export const LINE_WRITERS: Readonly<Record<ExportFormat, LineWriter>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    // The mark makes spreadsheets read UTF-8.
    head: `\ufeff${csvLine(COLUMNS)}`,
    line: (line) => csvLine(COLUMNS.map((column) => line[column])),
    cut: (sentence) => csvLine([sentence]),
  },
  jsonl: {
    mediaType: 'application/x-ndjson',
    head: '',
    line: (line) => `${JSON.stringify(line)}\n`,
    cut: (sentence) => `${JSON.stringify({ cut: sentence })}\n`,
  },
}

/** The lines of a conversation's messages, each in a separate step. */
export function* exportLines(
  conversation: ListedConversation,
  { messages, ratings, facts }: ConversationMessages,
  cover: Cover,
  write: LineWriter,
): Steps<readonly string[]> {
  const rated = new Map(ratings.map((rating) => [rating.messageId, rating]))
  const lines: string[] = []
  const title = conversation.title === null ? null : cover.text(conversation.title)
  const user = cover.text(conversation.userId)
  for (const row of messages) {
    const message = readMessage(row)
    const rating = rated.get(row.id)
    const comment = rating?.comment ?? null
    lines.push(
      write.line({
        project: conversation.projectId,
        conversation: conversation.id,
        title,
        user,
        ...messageCells(row, message, cover),
        rating: rating ? (rating.value === 1 ? 'good' : 'bad') : null,
        comment: comment === null ? null : cover.text(comment),
        ...factCells(facts.get(row.id), cover),
      }),
    )
    yield
  }
  return lines
}

const messageCells = (row: MessageRow, message: Message | undefined, cover: Cover) => ({
  message: row.id,
  parent: row.parentId,
  role: message?.role ?? null,
  at: row.createdAt,
  text: message ? cover.text(messageText(message)) : null,
  tools:
    message?.content
      .flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []))
      .join(' ') ?? null,
})

const factCells = (row: AnswerFactsRow | undefined, cover: Cover) => ({
  assistant: row?.assistant ?? null,
  model: row?.model ?? null,
  state: row?.state ?? null,
  error: row?.error ? cover.text(row.error) : null,
  unanswered: row ? row.is_unanswered === 1 : null,
  first_word_ms: row?.first_word_ms ?? null,
  whole_ms: row?.whole_ms ?? null,
  input_tokens: row?.input_tokens ?? null,
  output_tokens: row?.output_tokens ?? null,
  cost: toMoney(row?.cost_micros ?? null),
})

import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import type { MarkedText } from '../../../shared/desk/fields.ts'
import type { ListedConversation } from '../../store/store.ts'
import { markMasks, type Cover } from './cover.ts'

/** Prefixes of users without a name: visitors, and those of a key. */
const NAMELESS = ['usr_anon_', 'usr_key_']
const MICROS = 1_000_000

export const toMoney = (micros: number | string | null): number | null =>
  micros === null ? null : Number(micros) / MICROS

export function conversationJson(row: ListedConversation, cover: Cover): ConversationRow {
  const values = (kind: string) =>
    row.tags.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length))
  return {
    id: row.id,
    project: row.projectId,
    title: row.title === null ? null : cover.text(row.title),
    snippet: row.found ? markFound(row.found.snippet) : markMasks(row.question ?? ''),
    user: userOf(row.userId, cover),
    startedAt: row.startedAt,
    lastAt: row.lastAt,
    answers: row.answers,
    assistants: values('assistant:'),
    languages: values('language:'),
    good: row.good,
    bad: row.bad,
    isUnanswered: row.tags.includes('state:unanswered'),
    hasError: row.tags.includes('state:error'),
    cost: toMoney(row.costMicros),
    notes: row.notes,
  }
}

const userOf = (userId: string, cover: Cover): string | null =>
  NAMELESS.some((prefix) => userId.startsWith(prefix)) ? null : cover.text(userId)

type Snippet = NonNullable<ListedConversation['found']>['snippet']

/** The snippet is masked already. */
function markFound({ text, ranges }: Snippet): MarkedText {
  const marked: MarkedText = []
  let end = 0
  for (const [start, stop] of ranges) {
    if (start > end) marked.push(...markMasks(text.slice(end, start)))
    marked.push({ text: text.slice(start, stop), mark: 'found' })
    end = stop
  }
  if (end < text.length) marked.push(...markMasks(text.slice(end)))
  return marked
}

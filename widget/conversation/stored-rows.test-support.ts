import type { JsonObject } from '../../shared/json.ts'
import type { MessagePage, StoredMessage } from '../api/message-calls.ts'

/** A row as our server lists it. The answer is complete unless `more` says otherwise. */
export const storedRow = (
  id: string,
  parentId: string | null,
  role: 'user' | 'assistant',
  text: string,
  more: JsonObject = {},
): StoredMessage => ({
  id,
  externalId: null,
  parentId,
  createdAt: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: {
    role,
    content: [{ type: 'text', text }],
    metadata: {},
    ...(role === 'assistant' ? { status: { type: 'complete', reason: 'stop' } } : {}),
    ...more,
  },
})

/** A page with all rows, given oldest first. */
export const onePage = (...rows: readonly StoredMessage[]): MessagePage => ({
  rows: rows.toReversed(),
  unreadable: [],
  next: null,
})

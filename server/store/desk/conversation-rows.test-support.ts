import type { Kysely } from 'kysely'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** Tables of migrations 0024 and 0031. */
export const CONVERSATION_TABLES = [
  'answer_fixes',
  'conversation_notes',
  'desk_unindexed',
  'desk_documents',
] as const

/** A note and a fix for each of many messages, and the rows of the search beside them. */
export async function fillManyConversationRows(
  db: Kysely<Tables>,
  numbers: readonly number[],
  time: string,
): Promise<void> {
  await insertAll(db, 'desk_documents', numbers, (n) => ({
    project_id: 'p',
    week: 2_000 + (n % 50),
    thread_id: 't1',
    message_id: `m${n}`,
    terms: `dword${n}`,
  }))
  await insertAll(db, 'desk_unindexed', numbers, (n) => ({
    project_id: `p${n}`,
    last_at: time,
    thread_id: `t${n}`,
  }))
  await insertAll(db, 'conversation_notes', numbers, (n) => ({
    ...noteRow('p', `t${n}`, time),
    id: `n${n}`,
    message_id: null,
  }))
  await insertAll(db, 'answer_fixes', numbers, (n) => ({
    ...fixRow(`p${n}`, 't1', `m${n}`, time),
    id: `f${n}`,
  }))
}

/** A note about a thread. */
export const noteRow = (projectId: string, threadId: string, time: string) => ({
  id: 'note_1',
  project_id: projectId,
  thread_id: threadId,
  message_id: null,
  person_id: 'person_1',
  mail: 'ada@example.com',
  text: 'Look at this.',
  created_at: time,
})

/** A fix of a message that is in the draft. */
export const fixRow = (projectId: string, threadId: string, messageId: string, time: string) => ({
  id: 'fix_1',
  project_id: projectId,
  thread_id: threadId,
  message_id: messageId,
  way: 'answer' as const,
  mail: 'ada@example.com',
  began_at: time,
  version_number: null,
  published_at: null,
})

import { AlcoveError } from '../../../shared/errors.ts'
import { createRowId } from '../../../shared/ids.ts'
import type { Database } from '../database.ts'
import type { ConversationNotesTable } from './conversation-tables.ts'

/** Notes of one conversation. */
export const NOTES_MAX = 200

export interface NewNote {
  readonly projectId: string
  readonly threadId: string
  /** `null`: it is about the whole conversation. */
  readonly messageId: string | null
  readonly person: { readonly id: string; readonly mail: string }
  readonly text: string
}

export interface NoteRow {
  readonly id: string
  readonly messageId: string | null
  readonly personId: string
  readonly mail: string
  readonly text: string
  readonly createdAt: string
}

/** Notes of people of the desk about conversations. */
export function createNoteQueries({ read, write, now, isShared }: Database) {
  return {
    /**
     * @throws AlcoveError `not_found` for a conversation or message that is not there, `quota_exceeded` for one with
     * {@link NOTES_MAX} notes.
     */
    add: (note: NewNote): Promise<NoteRow> =>
      write(async (trx) => {
        const { projectId, threadId, messageId, person, text } = note
        const thread = await trx
          .selectFrom('threads')
          .select('id')
          .where('project_id', '=', projectId)
          .where('id', '=', threadId)
          .$if(isShared, (query) => query.forUpdate())
          .executeTakeFirst()
        if (!thread) throw new AlcoveError('not_found', 'There is no such conversation.')
        if (messageId !== null) {
          const message = await trx
            .selectFrom('messages')
            .select('id')
            .where('thread_id', '=', threadId)
            .where('id', '=', messageId)
            .executeTakeFirst()
          if (!message) throw new AlcoveError('not_found', 'There is no such message.')
        }
        const notes = await trx
          .selectFrom('conversation_notes')
          .select('id')
          .where('thread_id', '=', threadId)
          .limit(NOTES_MAX)
          .execute()
        if (notes.length === NOTES_MAX) {
          throw new AlcoveError(
            'quota_exceeded',
            `A conversation has at most ${NOTES_MAX} notes. Remove one first.`,
          )
        }
        const row = await trx
          .insertInto('conversation_notes')
          .values({
            id: createRowId('note'),
            project_id: projectId,
            thread_id: threadId,
            message_id: messageId,
            person_id: person.id,
            mail: person.mail,
            text,
            created_at: now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toNoteRow(row)
      }),
    /** The oldest first. */
    list: (projectId: string, threadId: string): Promise<readonly NoteRow[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('conversation_notes')
          .selectAll()
          .where('thread_id', '=', threadId)
          .where('project_id', '=', projectId)
          .orderBy('created_at')
          .orderBy('id')
          .limit(NOTES_MAX)
          .execute()
        return rows.map(toNoteRow)
      }),
    /**
     * @param personId removes it only if this person wrote it; undefined: in any case.
     * @returns whether there was one.
     */
    remove: (
      projectId: string,
      threadId: string,
      noteId: string,
      personId: string | undefined,
    ): Promise<boolean> =>
      write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('conversation_notes')
          .where('id', '=', noteId)
          .where('thread_id', '=', threadId)
          .where('project_id', '=', projectId)
          .$if(personId !== undefined, (query) => query.where('person_id', '=', personId!))
          .executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      }),
  }
}

const toNoteRow = (row: ConversationNotesTable): NoteRow => ({
  id: row.id,
  messageId: row.message_id,
  personId: row.person_id,
  mail: row.mail,
  text: row.text,
  createdAt: row.created_at,
})

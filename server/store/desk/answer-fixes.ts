import { AlcoveError } from '../../../shared/errors.ts'
import type { FixWay } from '../../../shared/desk/fixes.ts'
import { createRowId } from '../../../shared/ids.ts'
import { inStatements, type Database, type Queryable, type Trx } from '../database.ts'
import type { AnswerFixesTable } from './conversation-tables.ts'

/** Fixes of one message that are kept; the oldest go. */
export const FIXES_MAX = 20

export interface NewFix {
  readonly projectId: string
  readonly threadId: string
  readonly messageId: string
  readonly way: FixWay
  readonly mail: string
}

export interface FixRow {
  readonly messageId: string
  readonly way: FixWay
  readonly mail: string
  readonly beganAt: string
  /** Null: it is in the draft. */
  readonly version: { readonly number: number; readonly at: string } | null
}

/** Changes of the settings that people of the desk began because of a message. */
export function createFixQueries({ write, now, isShared }: Database) {
  return {
    /**
     * Begins a fix. While one of the same way and message is not published, that one is the answer.
     *
     * @throws AlcoveError `not_found` for a message that is not there.
     */
    begin: (fix: NewFix): Promise<FixRow> =>
      write(async (trx) => {
        const { projectId, threadId, messageId, way, mail } = fix
        // Two people who begin at once: the second finds the fix of the first.
        const message = await trx
          .selectFrom('messages')
          .select('id')
          .where('project_id', '=', projectId)
          .where('thread_id', '=', threadId)
          .where('id', '=', messageId)
          .$if(isShared, (query) => query.forUpdate())
          .executeTakeFirst()
        if (!message) throw new AlcoveError('not_found', 'There is no such message.')
        const fixes = await trx
          .selectFrom('answer_fixes')
          .selectAll()
          .where('thread_id', '=', threadId)
          .where('message_id', '=', messageId)
          .orderBy('began_at', 'desc')
          .orderBy('id')
          .limit(FIXES_MAX)
          .execute()
        const begun = fixes.find((row) => row.way === way && row.version_number === null)
        if (begun) return toFixRow(begun)
        const oldest = fixes.length === FIXES_MAX ? fixes.at(-1) : undefined
        if (oldest) await trx.deleteFrom('answer_fixes').where('id', '=', oldest.id).execute()
        const row = await trx
          .insertInto('answer_fixes')
          .values({
            id: createRowId('fix'),
            project_id: projectId,
            thread_id: threadId,
            message_id: messageId,
            way,
            mail,
            began_at: now(),
            version_number: null,
            published_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toFixRow(row)
      }),
  }
}

/** Fixes of messages of a conversation, the oldest first. */
export async function readFixes(
  db: Queryable,
  threadId: string,
  messageIds: readonly string[],
): Promise<readonly FixRow[]> {
  const fixes: FixRow[] = []
  for (const some of inStatements(messageIds)) {
    const rows = await db
      .selectFrom('answer_fixes')
      .selectAll()
      .where('thread_id', '=', threadId)
      .where('message_id', 'in', some)
      .orderBy('began_at')
      .orderBy('id')
      .limit(some.length * FIXES_MAX)
      .execute()
    fixes.push(...rows.map(toFixRow))
  }
  return fixes
}

/** Gives the fixes of a draft the version that it became. */
export async function publishFixes(
  trx: Trx,
  projectId: string,
  version: { readonly number: number; readonly at: string },
): Promise<void> {
  await trx
    .updateTable('answer_fixes')
    .set({ version_number: version.number, published_at: version.at })
    .where('project_id', '=', projectId)
    .where('version_number', 'is', null)
    .execute()
}

/** Forgets the fixes of a draft that was thrown away. */
export async function forgetFixes(trx: Trx, projectId: string): Promise<void> {
  await trx
    .deleteFrom('answer_fixes')
    .where('project_id', '=', projectId)
    .where('version_number', 'is', null)
    .execute()
}

const toFixRow = (row: AnswerFixesTable): FixRow => ({
  messageId: row.message_id,
  way: row.way,
  mail: row.mail,
  beganAt: row.began_at,
  version:
    row.version_number === null
      ? null
      : { number: row.version_number, at: row.published_at ?? row.began_at },
})

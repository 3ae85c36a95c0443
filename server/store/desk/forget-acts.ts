import { inStatements, type Trx } from '../database.ts'

/** Acts stay; what names a user goes. */
const NAMELESS = { user_id: null, target: null, details: '{}' }

/** After conversations were removed: acts about them name neither them nor their user any more. */
export async function forgetActsAbout(trx: Trx, threadIds: readonly string[]): Promise<void> {
  for (const ids of inStatements(threadIds)) {
    await trx.updateTable('desk_audit').set(NAMELESS).where('target', 'in', ids).execute()
  }
}

/** After a user was erased. */
export async function forgetActsOn(trx: Trx, projectId: string, userId: string): Promise<void> {
  await trx
    .updateTable('desk_audit')
    .set(NAMELESS)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

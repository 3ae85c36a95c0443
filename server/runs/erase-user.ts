import type { Files } from '../files/files.ts'
import type { Store } from '../store/store.ts'
import type { ErasedUser } from '../store/users.ts'
import type { RunningAnswer, Runs } from './runs.ts'

interface EraseParts {
  readonly store: Store
  readonly runs: Pick<Runs, 'endWhere'>
  readonly files: Pick<Files, 'removeObjects'>
}

/** Erases a user with their files, in the whole project or `within` one workspace. Ends their running answers first. */
export async function eraseUser(
  { store, runs, files }: EraseParts,
  projectId: string,
  userId: string,
  within?: string,
): Promise<ErasedUser> {
  const isWithin = (workspaceId: string) => within === undefined || workspaceId === within
  /** A visitor's running answer belongs to the user who took over its thread. */
  const isOfUser = async ({ scope, threadId }: RunningAnswer) => {
    if (scope.projectId !== projectId) return false
    const isTheirs = scope.userId === userId || scope.workspaceId === userId
    if (isTheirs && isWithin(scope.workspaceId)) return true
    const thread = threadId && (await store.threads.findInProject(projectId, threadId))
    return thread ? thread.workspaceId === userId && isWithin(userId) : false
  }
  await runs.endWhere(isOfUser, 'forgotten')
  const erased = await store.users.erase(projectId, userId, within)
  await files.removeObjects(erased.fileKeys)
  return erased
}

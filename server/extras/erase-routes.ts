import { erasedUserSchema } from '../../shared/api/projects.ts'
import { requireRowName } from '../routes/find-row.ts'
import { route, type ApiParts, type Route } from '../routes/route.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import type { ErasedUser } from '../store/users.ts'

/** The right to be forgotten: by the project's own server for anybody, and by each for themselves. */
export const eraseRoutes: readonly Route[] = [
  route({
    method: 'DELETE',
    path: '/projects/users/:userId',
    params: { userId: 'The user, as your own server names them.' },
    summary: 'Erase a user: threads, messages, files, reports, scores and sessions, for good',
    access: 'server',
    // A project may be read-only; the right to be forgotten is not.
    writes: false,
    answers: { 200: erasedUserSchema },
    async handle(c, { params }, parts) {
      const userId = requireRowName(params.userId)
      const { threads, runs } = await eraseUser(parts, c.var.project.id, userId)
      return c.json({ threads, runs })
    },
  }),
  route({
    method: 'DELETE',
    path: '/me',
    summary:
      'Erase the caller in their workspace: threads, messages, files, reports, scores and sessions, for good',
    access: 'user',
    writes: false,
    answers: { 200: erasedUserSchema },
    async handle(c, _input, parts) {
      const { projectId, userId, workspaceId } = c.var.identity
      // A workspace is a wall, also for whoever has the same name behind it.
      const { threads, runs } = await eraseUser(parts, projectId, userId, workspaceId)
      return c.json({ threads, runs })
    },
  }),
]

/** Ends what is being answered to them first. */
async function eraseUser(
  { store, runs, files }: ApiParts,
  projectId: string,
  userId: string,
  within?: string,
): Promise<ErasedUser> {
  const isWithin = (workspaceId: string) => within === undefined || workspaceId === within
  /** An answer that a visitor began belongs to whoever took over its thread. */
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

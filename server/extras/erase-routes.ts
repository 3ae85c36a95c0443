import { erasedUserSchema } from '../../shared/api/projects.ts'
import { requireRowName } from '../routes/find-row.ts'
import { route, type Route } from '../routes/route.ts'
import { eraseUser } from '../runs/erase-user.ts'

/** The right to be forgotten: the project's own server erases any user, and users erase themselves. */
export const eraseRoutes: readonly Route[] = [
  route({
    method: 'DELETE',
    path: '/projects/users/:userId',
    params: { userId: 'The user, as your own server names them.' },
    summary: 'Erase a user: threads, messages, files, reports, scores and sessions, for good',
    access: 'server',
    // Allowed in a read-only project too: the right to be forgotten applies there as well.
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
      // Only in this workspace: a user with the same id in another workspace is not affected.
      const { threads, runs } = await eraseUser(parts, projectId, userId, workspaceId)
      return c.json({ threads, runs })
    },
  }),
]

import { erasedUserSchema } from '../../shared/wire/projects.ts'
import type { RunningAnswer } from '../runs/runs.ts'
import type { ApiParts } from './api-parts.ts'
import { route, type Route } from './route.ts'
import { requireRowName } from './stored-name.ts'

export const createProjectUserRoutes = ({
  store,
  files,
  runs: answers,
}: ApiParts): readonly Route[] => [
  route({
    method: 'DELETE',
    path: '/projects/users/:userId',
    summary: 'Erase a user: threads, messages, files, reports, scores and sessions, for good',
    access: 'server',
    // A project may be read-only; the right to be forgotten is not.
    writes: false,
    answers: { 200: erasedUserSchema },
    async handle(c) {
      const userId = requireRowName(c.req.param('userId') ?? '')
      const projectId = c.var.project.id
      /** An answer that a visitor began belongs to whoever took over its thread. */
      const isOfUser = async ({ scope, threadId }: RunningAnswer) => {
        if (scope.projectId !== projectId) return false
        if (scope.userId === userId || scope.workspaceId === userId) return true
        const thread = threadId && (await store.threads.findInProject(projectId, threadId))
        return thread ? thread.workspaceId === userId : false
      }
      await answers.endWhere(isOfUser, 'forgotten')
      const { threads, runs, fileKeys } = await store.users.erase(projectId, userId)
      await files.removeObjects(fileKeys)
      return c.json({ threads, runs })
    },
  }),
]

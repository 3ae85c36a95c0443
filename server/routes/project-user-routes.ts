import { erasedUserSchema } from '../../shared/wire/projects.ts'
import type { ApiParts } from './api-parts.ts'
import { route, type Route } from './route.ts'
import { requireRowName } from './stored-name.ts'

export const createProjectUserRoutes = ({ store, files }: ApiParts): readonly Route[] => [
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
      const { threads, runs, fileKeys } = await store.users.erase(c.var.project.id, userId)
      await files.removeObjects(fileKeys)
      return c.json({ threads, runs })
    },
  }),
]

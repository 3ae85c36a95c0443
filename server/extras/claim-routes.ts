import { AlcoveError } from '../../shared/errors.ts'
import { claimBodySchema, claimedSchema } from '../../shared/api/threads.ts'
import { anonymousIdentity } from '../auth/identity.ts'
import { route, type Route } from '../routes/route.ts'

export const claimRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/threads/claim',
    summary: 'Take over the threads of the anonymous visitor that the caller was before',
    access: 'named',
    body: claimBodySchema,
    answers: { 200: claimedSchema },
    async handle(c, { body }, { store, sessions }) {
      const { identity, project } = c.var
      const userId = await sessions.identify(project.id, body.refresh_token).catch(refuse)
      // A second call finds nothing left, so a client that lost the first answer may repeat it.
      const moved = await store.threads.move(anonymousIdentity(project.id, userId), identity)
      return c.json({ moved })
    },
  }),
]

/** Not 401, which would mean that the caller's own token is dead. */
function refuse(error: unknown): never {
  const isDead =
    error instanceof AlcoveError && ['auth_failed', 'token_expired'].includes(error.code)
  throw isDead ? new AlcoveError('forbidden', error.message) : error
}

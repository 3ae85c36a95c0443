import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../../shared/errors.ts'
import {
  deskSession,
  linkBody,
  ownSessions,
  signInWays,
  type DeskSession,
} from '../../../shared/desk/access.ts'
import { PROGRAM } from '../../../shared/program.ts'
import type { DeskSessionRow } from '../../store/store.ts'
import { answerSignIn } from '../answer-sign-in.ts'
import { deviceName } from '../device-name.ts'
import { deskRoute, type DeskCaller, type DeskParts, type DeskRoute } from '../desk-route.ts'
import { removeSessionCookie } from '../session-cookie.ts'

const DAY_MS = 86_400_000

/** Signing in and out, and one's own sessions. */
export const sessionRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/sign-in',
    summary: 'Tell the ways to sign in',
    needs: 'open',
    answers: { 200: signInWays },
    handle: (c, _, { openId }) =>
      c.json<InferOutput<typeof signInWays>>({ program: PROGRAM, openId: openId?.name ?? null }),
  }),
  deskRoute({
    method: 'POST',
    path: '/sign-in/link',
    summary: 'Sign in with the token of a link',
    needs: 'open',
    body: linkBody,
    answers: { 204: undefined },
    act: 'session.start',
    async handle(c, { body, audit }, parts) {
      const device = deviceName(c.req.header('User-Agent'))
      const started = await parts.signIns.startByLink(body.token, device)
      const person = await requirePerson(started.session.personId, parts)
      await audit({ person, target: started.session.id, details: { by: 'link', device } })
      return answerSignIn(c, started, parts)
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/session',
    summary: 'Tell who has signed in, and the projects that they may open',
    needs: 'signed-in',
    answers: { 200: deskSession },
    handle: async (c, { caller }, parts) => c.json(await sessionJson(caller, parts)),
  }),
  deskRoute({
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    needs: 'signed-in',
    answers: { 204: undefined },
    act: 'session.end',
    async handle(c, { caller, audit }, { signIns }) {
      await signIns.end(caller.person.id, caller.sessionId)
      await audit({ target: caller.sessionId })
      removeSessionCookie(c, c.var.deskPlace!)
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/sessions',
    summary: 'List one’s own sessions, the last used first',
    needs: 'signed-in',
    answers: { 200: ownSessions },
    async handle(c, { caller }, { signIns, settings }) {
      const rows = await signIns.list(caller.person.id)
      return c.json<InferOutput<typeof ownSessions>>({
        sessions: rows.map((row) => ({
          id: row.id,
          isThis: row.id === caller.sessionId,
          device: row.device,
          startedAt: row.startedAt,
          usedAt: row.usedAt,
          endsAt: endOf(row, settings.idleDays),
        })),
      })
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: '/sessions/:id',
    summary: 'End one of one’s own sessions',
    needs: 'signed-in',
    answers: { 204: undefined },
    act: 'session.end',
    async handle(c, { params, caller, audit }, { signIns }) {
      if (!(await signIns.end(caller.person.id, params.id))) {
        throw new AlcoveError('not_found', 'Session not found')
      }
      await audit({ target: params.id })
      return c.body(null, 204)
    },
  }),
]

/** Without further use. */
const endOf = ({ usedAt, endsAt }: DeskSessionRow, idleDays: number): string => {
  const unused = new Date(Date.parse(usedAt) + idleDays * DAY_MS).toISOString()
  return unused < endsAt ? unused : endsAt
}

async function requirePerson(id: string, { store }: DeskParts) {
  const person = await store.desk.people.find(id)
  if (person) return person
  throw new AlcoveError('auth_failed', 'You may no longer open the desk.')
}

async function sessionJson(caller: DeskCaller, parts: DeskParts): Promise<DeskSession> {
  const { timeZone, firstWeekday, currency } = parts.settings
  const { person, isServiceOwner } = caller
  return {
    person: { id: person.id, mail: person.mail },
    isServiceOwner,
    projects: await listProjects(caller, parts),
    timeZone,
    firstWeekday,
    currency,
  }
}

async function listProjects(
  { isServiceOwner, roles }: DeskCaller,
  { store }: DeskParts,
): Promise<DeskSession['projects']> {
  const roleOf = (id: string) =>
    isServiceOwner ? 'owner' : roles.find(({ projectId }) => projectId === id)?.role
  const rows = isServiceOwner
    ? await store.projects.list()
    : await Promise.all(roles.map(({ projectId }) => store.projects.find(projectId ?? '')))
  return rows
    .flatMap((row) => {
      const role = row && row.suspendedAt === null ? roleOf(row.id) : undefined
      return row && role !== undefined ? [{ id: row.id, name: row.name, role }] : []
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

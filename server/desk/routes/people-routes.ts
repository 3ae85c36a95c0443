import type { InferOutput } from 'valibot'
import { inviteBody, peopleList, signInLink } from '../../../shared/desk/access.ts'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { GivenRoleRow } from '../../store/store.ts'
import { deskRoute, type DeskCaller, type DeskParts, type DeskRoute } from '../desk-route.ts'
import { signInUrl } from '../sign-in-url.ts'

type LinkJson = InferOutput<typeof signInLink>

/** People of a project; with `_` the owners of the service. */
export const peopleRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/people',
    summary: 'List who may open the project',
    needs: 'owner',
    spansProjects: true,
    answers: { 200: peopleList },
    async handle(c, { params }, { store }) {
      const rows = await store.desk.people.list(placeOf(params.project))
      return c.json<InferOutput<typeof peopleList>>({
        people: rows.map(({ id, mail, role, invitedAt, seenAt }) => ({
          id,
          mail,
          role,
          invitedAt,
          seenAt,
        })),
      })
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/people',
    summary: 'Invite a person, or give them another role',
    needs: 'owner',
    spansProjects: true,
    body: inviteBody,
    answers: { 200: signInLink },
    act: 'person.invite',
    async handle(c, { params, body: { mail, role }, caller, audit }, parts) {
      const projectId = placeOf(params.project)
      if (projectId === null && role !== 'owner') {
        throw new AlcoveError('invalid_request', 'role: expected owner for the whole service.')
      }
      const person = await parts.store.desk.people.invite(mail, { projectId, role })
      await audit({ target: mail, details: { role } })
      const link = mayActAs(caller, person.roles)
        ? await createLink(person.id, c.var.deskPlace!.origin, parts)
        : { url: null, endsAt: null }
      return c.json<LinkJson>(link)
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/people/:person/link',
    summary: 'Make a new link for a person to sign in with',
    needs: 'owner',
    spansProjects: true,
    answers: { 200: signInLink },
    act: 'person.link',
    async handle(c, { params, caller, audit }, parts) {
      const { people } = parts.store.desk
      const projectId = placeOf(params.project)
      const [person, roles] = await Promise.all([
        people.find(params.person),
        people.rolesOf(params.person),
      ])
      const isMember = roles.some((role) => role.projectId === projectId)
      if (!person || !isMember) throw createPersonError()
      if (!mayActAs(caller, roles)) {
        throw new AlcoveError(
          'forbidden',
          'This person has roles in projects that are not yours.',
          {
            hint: 'An owner of the service makes the link.',
          },
        )
      }
      await audit({ target: person.mail })
      return c.json<LinkJson>(await createLink(person.id, c.var.deskPlace!.origin, parts))
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: '/projects/:project/people/:person',
    summary: 'Take a person’s role away, at once',
    needs: 'owner',
    spansProjects: true,
    answers: { 204: undefined },
    act: 'person.remove',
    async handle(c, { params, audit }, { store }) {
      const { people } = store.desk
      const person = await people.find(params.person)
      const result = person && (await people.removeRole(person.id, placeOf(params.project)))
      if (result === 'last') {
        throw new AlcoveError('conflict', 'The last owner of the service stays.', {
          hint: 'Invite another owner first.',
        })
      }
      if (!person || result !== 'removed') throw createPersonError()
      await audit({ target: person.mail })
      return c.body(null, 204)
    },
  }),
]

const placeOf = (project: string): string | null => (project === ALL_PROJECTS ? null : project)

const createPersonError = (): AlcoveError => new AlcoveError('not_found', 'Person not found')

/** A link gives all of a person's roles to its holder, so the caller must own all of their projects. */
const mayActAs = (caller: DeskCaller, roles: readonly GivenRoleRow[]): boolean =>
  caller.isServiceOwner ||
  roles.every(({ projectId }) =>
    caller.roles.some((own) => own.projectId === projectId && own.role === 'owner'),
  )

async function createLink(
  personId: string,
  origin: string,
  { signIns }: DeskParts,
): Promise<LinkJson> {
  const { token, endsAt } = await signIns.createLink(personId)
  return { url: signInUrl(origin, token), endsAt }
}

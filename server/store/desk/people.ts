import { ROLES } from '../../../shared/desk/access.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { createRowId } from '../../../shared/ids.ts'
import type { Database, Queryable, Trx } from '../database.ts'
import type { DeskRolesTable } from './desk-tables.ts'

/** `project_id` of a role in the whole service. */
const SERVICE = ''
/** Maximum people with a role in one project, and owners of the service. */
export const DESK_PEOPLE_MAX = 500

export type DeskRole = DeskRolesTable['role']

export interface DeskPersonRow {
  readonly id: string
  readonly mail: string
  readonly seenAt: string | null
}

export interface DeskRoleRow {
  /** Null: the whole service. */
  readonly projectId: string | null
  readonly role: DeskRole
}

export interface GivenRoleRow extends DeskRoleRow {
  readonly givenAt: string
  /** When it became more than it was, and the least that it was. Null: it is no more than at first. */
  readonly raised: { readonly at: string; readonly from: DeskRole } | null
}

/** A person with one of their roles. */
export interface DeskMemberRow extends DeskPersonRow, DeskRoleRow {
  readonly invitedAt: string
}

/** `last`: the service would have no owner any more, so nothing was removed. */
export type DeskRemoval = 'removed' | 'absent' | 'last'

/** People and their roles. In each call `projectId` null is the whole service. */
export function createDeskPeopleQueries({ read, write, now, isShared }: Database) {
  return {
    /**
     * Gives a role in place of an earlier one there; a new mail becomes a person. A role that becomes more keeps
     * what it was before, for the sessions from then.
     *
     * @throws AlcoveError `quota_exceeded` if {@link DESK_PEOPLE_MAX} people have a role there.
     */
    invite: (
      mail: string,
      { projectId, role }: DeskRoleRow,
    ): Promise<DeskPersonRow & { readonly roles: readonly GivenRoleRow[] }> =>
      write(
        async (trx) => {
          const at = now()
          await trx
            .insertInto('desk_people')
            .values({ id: createRowId('person'), mail, created_at: at, seen_at: null })
            .onConflict((conflict) => conflict.column('mail').doNothing())
            .execute()
          const person = await trx
            .selectFrom('desk_people')
            .selectAll()
            .where('mail', '=', mail)
            .$if(isShared, (query) => query.forUpdate())
            .executeTakeFirstOrThrow()
          const project = projectId ?? SERVICE
          await giveRole(trx, person.id, project, role, at)
          await requireRoom(trx, project)
          const { id, seen_at: seenAt } = person
          return { id, mail, seenAt, roles: await listRoles(trx, id) }
        },
        { asksAgain: true },
      ),
    /** All who have a role there, the first who was invited first. */
    async list(projectId: string | null): Promise<readonly DeskMemberRow[]> {
      const rows = await read((db) =>
        selectMembers(db)
          .where('project_id', '=', projectId ?? SERVICE)
          .orderBy('desk_roles.created_at')
          .orderBy('person_id')
          .limit(DESK_PEOPLE_MAX)
          .execute(),
      )
      return rows.map(toMember)
    },
    /** Everybody with each role; for the operator's tools. */
    async listAll(): Promise<readonly DeskMemberRow[]> {
      const rows = await read((db) =>
        selectMembers(db).orderBy('mail').orderBy('project_id').execute(),
      )
      return rows.map(toMember)
    },
    async find(id: string): Promise<DeskPersonRow | undefined> {
      const row = await read((db) =>
        db.selectFrom('desk_people').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      return row && { id, mail: row.mail, seenAt: row.seen_at }
    },
    async findByMail(mail: string): Promise<DeskPersonRow | undefined> {
      const row = await read((db) =>
        db.selectFrom('desk_people').selectAll().where('mail', '=', mail).executeTakeFirst(),
      )
      return row && { id: row.id, mail, seenAt: row.seen_at }
    },
    rolesOf: (personId: string): Promise<readonly GivenRoleRow[]> =>
      read((db) => listRoles(db, personId)),
    /** A person without a further role goes, with all sessions and links. */
    removeRole: (personId: string, projectId: string | null): Promise<DeskRemoval> =>
      write(async (trx) => {
        if (projectId === null && (await isLastOwner(trx, personId))) return 'last'
        const { numDeletedRows } = await trx
          .deleteFrom('desk_roles')
          .where('person_id', '=', personId)
          .where('project_id', '=', projectId ?? SERVICE)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return 'absent'
        await trx
          .deleteFrom('desk_people')
          .where('id', '=', personId)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('desk_roles').select('role').where('person_id', '=', personId))),
          )
          .execute()
        return 'removed'
      }),
    /** Removes a person with all roles, sessions and links. */
    remove: (personId: string): Promise<DeskRemoval> =>
      write(async (trx) => {
        if (await isLastOwner(trx, personId)) return 'last'
        const { numDeletedRows } = await trx
          .deleteFrom('desk_people')
          .where('id', '=', personId)
          .executeTakeFirstOrThrow()
        return numDeletedRows === 0n ? 'absent' : 'removed'
      }),
  }

  async function isLastOwner(trx: Trx, personId: string): Promise<boolean> {
    const owners = await trx
      .selectFrom('desk_roles')
      .select('person_id')
      .where('project_id', '=', SERVICE)
      .orderBy('person_id')
      // Of two owners who remove each other at once, the second sees the first gone.
      .$if(isShared, (query) => query.forUpdate())
      .execute()
    return owners.length === 1 && owners[0]!.person_id === personId
  }
}

/** The person is locked. */
async function giveRole(trx: Trx, personId: string, project: string, role: DeskRole, at: string) {
  const known = await trx
    .selectFrom('desk_roles')
    .select(['role', 'raised_at', 'raised_from'])
    .where('person_id', '=', personId)
    .where('project_id', '=', project)
    .executeTakeFirst()
  const changed = { role, ...(known ? raiseOf(known, role, at) : NOT_RAISED) }
  await trx
    .insertInto('desk_roles')
    .values({ person_id: personId, project_id: project, created_at: at, ...changed })
    .onConflict((conflict) => conflict.columns(['person_id', 'project_id']).doUpdateSet(changed))
    .execute()
}

type Raise = Pick<DeskRolesTable, 'raised_at' | 'raised_from'>
const NOT_RAISED: Raise = { raised_at: null, raised_from: null }
const rankOf = (role: DeskRole): number => ROLES.indexOf(role)

function raiseOf(known: Raise & { readonly role: DeskRole }, role: DeskRole, at: string): Raise {
  const least = known.raised_from ?? known.role
  if (least === 'owner' || rankOf(least) >= rankOf(role)) return NOT_RAISED
  const isMore = rankOf(role) > rankOf(known.role)
  return { raised_at: isMore ? at : known.raised_at, raised_from: least }
}

const selectMembers = (db: Queryable) =>
  db
    .selectFrom('desk_roles')
    .innerJoin('desk_people', 'desk_people.id', 'person_id')
    .select(['desk_people.id', 'mail', 'seen_at', 'project_id', 'role'])
    .select('desk_roles.created_at as invited_at')

type MemberColumns = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

const toMember = (row: MemberColumns): DeskMemberRow => ({
  id: row.id,
  mail: row.mail,
  seenAt: row.seen_at,
  projectId: toProjectId(row.project_id),
  role: row.role,
  invitedAt: row.invited_at,
})

const toProjectId = (column: string): string | null => (column === SERVICE ? null : column)

async function listRoles(db: Queryable, personId: string): Promise<readonly GivenRoleRow[]> {
  const rows = await db
    .selectFrom('desk_roles')
    .select(['project_id', 'role', 'created_at', 'raised_at', 'raised_from'])
    .where('person_id', '=', personId)
    .orderBy('project_id')
    .execute()
  return rows.map((row) => ({
    projectId: toProjectId(row.project_id),
    role: row.role,
    givenAt: row.created_at,
    raised:
      row.raised_at === null || row.raised_from === null
        ? null
        : { at: row.raised_at, from: row.raised_from },
  }))
}

async function requireRoom(trx: Trx, project: string): Promise<void> {
  const { count } = await trx
    .selectFrom('desk_roles')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow()
  if (Number(count) <= DESK_PEOPLE_MAX) return
  throw new AlcoveError('quota_exceeded', `At most ${DESK_PEOPLE_MAX} people may be invited.`, {
    hint: 'Remove people who no longer need the desk.',
  })
}

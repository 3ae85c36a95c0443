import type { GivenRoleRow } from '../store/store.ts'
import type { DeskRole } from './desk-route.ts'

/**
 * The roles of a person in a session that started at a time. An owner of another project may have made the link
 * of an earlier session and hold it, so it gets no role that was given later, and not what was added to a role
 * later.
 */
export const rolesOfSession = (
  given: readonly GivenRoleRow[],
  startedAt: string,
): readonly DeskRole[] =>
  given
    .filter(({ givenAt }) => givenAt <= startedAt)
    .map(({ projectId, role, raised }) => ({
      projectId,
      role: raised !== null && raised.at > startedAt ? raised.from : role,
    }))

import { randomId } from '../../shared/ids.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import type { CaseBody } from '../../shared/desk/cases.ts'
import type { Scope } from '../store/store.ts'

const ID_LENGTH = 24

/** A person who asks once and is no user: no row, limit or figure has these ids. */
export function makeUpPerson(projectId: string, { isNamed }: CaseBody['person']): Scope {
  if (!isNamed) {
    const { workspaceId, userId } = createAnonymousIdentity(projectId)
    return { projectId, workspaceId, userId }
  }
  const userId = `case_${randomId(ID_LENGTH)}`
  return { projectId, workspaceId: userId, userId }
}

import * as v from 'valibot'
import type { ApiKeyRow } from '../store/store.ts'
import { createAuthError, type AuthRefusal } from './auth-errors.ts'
import { subjectClaim } from './claims.ts'
import {
  claimedIdentity,
  isReservedId,
  SUBJECT_MAX,
  SYSTEM_USER,
  type Identity,
} from './identity.ts'

/** Whom an API key says that it speaks for. */
export interface KeyClaim {
  /** `Aui-User-Id`; undefined: the project's own server. */
  readonly userId: string | undefined
  /** `Aui-Workspace-Id`; undefined: the user's own. */
  readonly workspaceId: string | undefined
}

/**
 * Who calls with a key. With a secret key the headers are proof, since the project's own server wrote
 * them; not for visitors without a name, though: only their tokens speak for them, and what a server
 * needs of their conversations is in the calls over the whole project.
 *
 * @throws AlcoveError `token_rejected`, naming the header.
 */
export function keyIdentity({ id, projectId, scope }: ApiKeyRow, claim: KeyClaim): Identity {
  const userId = readId(claim.userId ?? SYSTEM_USER, 'userHeader')
  const workspaceId = readId(claim.workspaceId ?? userId, 'workspaceHeader')
  switch (scope) {
    case 'server':
      return { projectId, workspaceId, userId, kind: 'host', isServer: true }
    case 'browser': {
      const identity = claimedIdentity(projectId, id, { userId, workspaceId })
      if (identity.userId.length > SUBJECT_MAX) throw createAuthError('userHeader', LENGTH_HINT)
      if (identity.workspaceId.length > SUBJECT_MAX) {
        throw createAuthError('workspaceHeader', LENGTH_HINT)
      }
      return identity
    }
    default:
      return scope satisfies never
  }
}

function readId(id: string, refusal: AuthRefusal): string {
  if (!v.is(subjectClaim, id)) throw createAuthError(refusal, SHAPE_HINT)
  if (isReservedId(id)) throw createAuthError(refusal, RESERVED_HINT)
  return id
}

const SHAPE_HINT = 'Expected 1 to 255 characters without white space and control characters.'
const RESERVED_HINT = 'Ids that begin with usr_anon_ or usr_key_ are given out by this server only.'
const LENGTH_HINT =
  'With a browser key an id may have 230 characters: the key’s own id comes first.'

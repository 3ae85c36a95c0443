import type { ErrorCode } from '../../../shared/errors.ts'

/** What each code of a refusal means to whoever calls. */
export const ERROR_NOTES = {
  invalid_request: 'The call is not as described; message names the field.',
  version_skew: 'The caller is of a version that this server does not know.',
  token_missing: 'There is no Authorization header.',
  token_malformed: 'The header holds no token that can be read.',
  token_expired: 'The token has ended: get a new one and call again.',
  auth_failed: 'The token is not known, or its signature is wrong.',
  token_rejected: 'The token or key is genuine and not for this: hint says why.',
  origin_not_allowed: 'The page that calls is none of the project’s apiOrigins.',
  forbidden: 'This kind of caller may not do that, or the project is read-only.',
  not_found: 'It is not there, or it is somebody else’s: nobody can tell the two apart.',
  call_timeout: 'The body came too slowly.',
  run_active: 'The thread is being answered: stop the answer, or wait for its end.',
  conflict: 'Somebody else changed the same thing: read it again.',
  quota_exceeded: 'The caller has as much as the operator allows: delete something.',
  too_large: 'The body or the file is longer than the operator allows.',
  unsupported_media_type: 'Content-Type or the file’s type is not one that is taken.',
  idempotency_mismatch: 'A message of this id was sent before, with other content.',
  file_rejected: 'The file is not what it says, or cannot be used.',
  rate_limited: 'Too many calls: wait for the seconds of Retry-After.',
  budget_exhausted: 'The day’s budget for answers is used up: call again after Retry-After.',
  internal: 'A fault of the server. message has the request id for the operator’s log.',
  unavailable: 'Something the server needs does not answer: try again after Retry-After.',
} as const satisfies Partial<Record<ErrorCode, string>>

export const errorNote = (code: string): string | undefined =>
  (ERROR_NOTES as Readonly<Record<string, string>>)[code]

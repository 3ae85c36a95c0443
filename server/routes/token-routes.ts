import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import {
  mintBodySchema,
  mintedTokenSchema,
  refreshBodySchema,
  revokeBodySchema,
  tokensSchema,
} from '../../shared/api/tokens.ts'
import { USER_ID_HEADER } from '../../shared/wire/tokens.ts'
import {
  anonymousIdentity,
  createAnonymousIdentity,
  SYSTEM_USER,
  type Identity,
} from '../auth/identity.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { IssuedToken } from '../auth/sessions.ts'
import { requireVisitorsAllowed } from '../auth/caller-gate.ts'
import { askProject, requireProof } from './admit-visitor.ts'
import { createAbsentError } from './app-env.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { isApiOrigin } from './own-origin.ts'
import { route, type Route, type RouteContext } from './route.ts'

/** Published clients send no body; any JSON is accepted and ignored. */
const anyBodySchema = v.unknown()

export const tokenRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/auth/tokens/anonymous',
    summary: 'Make a visitor without a name',
    access: 'open',
    writes: false,
    body: mintBodySchema,
    isBodyOptional: true,
    answers: { 200: tokensSchema },
    errors: ['origin_not_allowed', 'forbidden', 'named_only', 'proof_required', 'visitor_refused'],
    async handle(c, { body }, parts) {
      const { sessions, authenticator, limits, own } = parts
      const { id, anonymous } = c.var.project
      if (c.var.isAbsent) throw createAbsentError()
      requireApiOrigin(c, own)
      if (!anonymous) throw createAnonymousError()
      requireVisitorsAllowed(c.var.project)
      // Before the limits: a call without a solution does not count against other visitors.
      await requireProof(c, body, parts)
      await limits.takeAnonymous(id, c.var.address)
      await askProject(c, body, parts)
      const identity = createAnonymousIdentity(id)
      return answerTokens(c, authenticator, identity, await sessions.start(id, identity.userId))
    },
  }),
  // The origin is not checked here: a refusal would make clients discard the identity, and a page elsewhere
  // cannot send JSON without a preflight.
  route({
    method: 'POST',
    path: '/auth/tokens/refresh',
    summary: 'Exchange a refresh token for new tokens',
    access: 'open',
    writes: false,
    body: refreshBodySchema,
    answers: { 200: tokensSchema },
    errors: ['auth_failed', 'token_expired', 'forbidden', 'named_only'],
    async handle(c, { body }, { sessions, authenticator, limits }) {
      const { id, anonymous } = c.var.project
      await limits.takeRefresh(id, c.var.address)
      const isOpen = anonymous && !c.var.isAbsent && !c.var.project.isNamedOnly
      // An invalid token gets the usual refusal, so that strangers do not learn that the project is absent.
      if (!isOpen) await sessions.identify(id, body.refresh_token)
      if (c.var.isAbsent) throw createAbsentError()
      if (!anonymous) throw createAnonymousError()
      requireVisitorsAllowed(c.var.project)
      const session = await sessions.refresh(id, body.refresh_token)
      return answerTokens(c, authenticator, anonymousIdentity(id, session.userId), session)
    },
  }),
  // The answer is the same for every token: guessing reveals nothing, and a client that lost the answer may
  // repeat the call. The call changes no data of a project, so visitors can sign out of a read-only one too.
  route({
    method: 'POST',
    path: '/auth/tokens/revoke',
    summary: 'End the session of a refresh token',
    access: 'open',
    writes: false,
    // Sign-out works from blocked addresses too.
    servesBlocked: true,
    body: revokeBodySchema,
    answers: { 204: { mediaTypes: [], description: 'None of its tokens is good any more.' } },
    async handle(c, { body }, { sessions, limits }) {
      const { id } = c.var.project
      await limits.takeRefresh(id, c.var.address)
      await sessions.end(id, body.refresh_token)
      return c.body(null, 204)
    },
  }),
  route({
    method: 'POST',
    path: '/auth/tokens',
    summary: 'Make a short token for one user, with a server’s API key',
    access: 'server',
    writes: false,
    body: anyBodySchema,
    isBodyOptional: true,
    answers: { 200: mintedTokenSchema },
    errors: ['invalid_request'],
    async handle(c, _, { authenticator }) {
      if (c.var.identity.userId === SYSTEM_USER) throw createUserError()
      return c.json({ token: await authenticator.mint(c.var.identity) })
    },
  }),
]

async function answerTokens(
  c: RouteContext,
  authenticator: Authenticator,
  identity: Identity,
  refresh: IssuedToken,
) {
  return c.json({
    access_token: await authenticator.mint(identity),
    refresh_token: { token: refresh.token, expires_at: refresh.expiresAt },
  })
}

/** Browsers name the calling page. Otherwise a page elsewhere could create thousands of visitors. */
function requireApiOrigin(c: RouteContext, own: OwnAddresses) {
  const origin = c.req.header('Origin')
  if (origin === undefined || isApiOrigin(c, origin, own)) return
  throw new AlcoveError('origin_not_allowed', 'Origin does not match project ID', {
    hint: 'Tokens are given to the chat’s own frame and to pages of ALCOVE_API_ORIGINS or the project’s apiOrigins. Set ALCOVE_PUBLIC_URL to the address that browsers use, or add this one to ALCOVE_OWN_ORIGINS.',
  })
}

const createAnonymousError = (): AlcoveError =>
  new AlcoveError('forbidden', 'Anonymous access is not allowed', {
    hint: 'The project’s block in alcove.config.ts has anonymous: false.',
  })

/** Refused, because a backend that forgets the header would make one user of all its visitors. */
const createUserError = (): AlcoveError =>
  new AlcoveError('invalid_request', `${USER_ID_HEADER}: name the user whom the token is for.`)

import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { refreshBodySchema } from '../../shared/wire/rest.ts'
import { anonymousIdentity, createAnonymousIdentity, type Identity } from '../auth/identity.ts'
import type { IssuedToken } from '../auth/sessions.ts'
import type { ApiParts } from './api-parts.ts'
import type { AppEnv } from './app-env.ts'
import { readJsonBody, readOptionalBody } from './json-body.ts'
import { isOwnOrigin } from './own-origin.ts'

/** Published clients send nothing; whatever JSON comes is not looked at. */
const anyBodySchema = v.unknown()

export function createTokenRoutes(parts: ApiParts): Hono<AppEnv> {
  const { sessions, accessTokens, limits, publicUrl } = parts

  async function answer(c: Context<AppEnv>, identity: Identity, refresh: IssuedToken) {
    const accessToken = await accessTokens.sign(identity)
    return c.json({
      access_token: accessToken,
      refresh_token: { token: refresh.token, expires_at: refresh.expiresAt },
    })
  }

  return (
    new Hono<AppEnv>()
      .post('/anonymous', async (c) => {
        requireOwnOrigin(c, publicUrl)
        await readOptionalBody(c, anyBodySchema)
        limits.takeAnonymous(c.var.project, c.var.address)
        const identity = createAnonymousIdentity(c.var.project)
        return answer(c, identity, await sessions.start(c.var.project, identity.userId))
      })
      // No check of the origin here: a refusal would make clients throw the identity away, and a page
      // elsewhere cannot send JSON without asking first.
      .post('/refresh', async (c) => {
        const body = await readJsonBody(c, refreshBodySchema)
        limits.takeRefresh(c.var.address)
        const session = await sessions.refresh(c.var.project, body.refresh_token)
        return answer(c, anonymousIdentity(c.var.project, session.userId), session)
      })
  )
}

/** A browser says which page calls. A page elsewhere could make visitors by the thousand. */
function requireOwnOrigin(c: Context<AppEnv>, publicUrl: string | undefined) {
  const origin = c.req.header('Origin')
  if (origin === undefined || isOwnOrigin(c, origin, publicUrl)) return
  throw new AlcoveError('origin_not_allowed', 'Origin does not match project ID', {
    hint: 'Tokens are given to the chat’s own frame. Behind a proxy that changes the address, set ALCOVE_PUBLIC_URL.',
  })
}

import * as v from 'valibot'
import { openIdEndBody, openIdStart } from '../../../shared/desk/access.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { answerSignIn } from '../answer-sign-in.ts'
import { deviceName } from '../device-name.ts'
import { deskRoute, type DeskParts, type DeskRoute } from '../desk-route.ts'
import { OPEN_ID_PATH } from '../open-id.ts'

/**
 * Signing in with an identity provider. The page posts the address to which the provider sent it back, because
 * no SameSite=Strict cookie comes with that redirect.
 */
export const openIdRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'POST',
    path: '/sign-in/openid/start',
    summary: 'Begin to sign in with the identity provider',
    needs: 'open',
    body: v.strictObject({}),
    answers: { 200: openIdStart },
    handle: async (c, _, parts) =>
      c.json<v.InferOutput<typeof openIdStart>>(
        await requireOpenId(parts).start(c.var.deskPlace!.origin),
      ),
  }),
  deskRoute({
    method: 'POST',
    path: '/sign-in/openid/end',
    summary: 'Sign in with the address to which the identity provider sent the page back',
    needs: 'open',
    body: openIdEndBody,
    answers: { 204: undefined },
    act: 'session.start',
    async handle(c, { body, audit }, parts) {
      const { url, ...checks } = body
      const openId = requireOpenId(parts)
      if (!url.startsWith(`${c.var.deskPlace!.origin}${OPEN_ID_PATH}?`) || !URL.canParse(url)) {
        throw new AlcoveError('invalid_request', `url: expected an address of ${OPEN_ID_PATH}.`)
      }
      const mail = await openId.end(url, checks)
      const person = await parts.store.desk.people.findByMail(mail)
      if (!person) {
        throw new AlcoveError('forbidden', `${mail} has not been invited to the desk.`, {
          hint: 'Ask an owner for an invitation to this address.',
        })
      }
      const device = deviceName(c.req.header('User-Agent'))
      const started = await parts.signIns.start(person.id, device)
      await audit({ person, target: started.session.id, details: { by: 'openid', device } })
      return answerSignIn(c, started, parts)
    },
  }),
]

function requireOpenId({ openId }: DeskParts) {
  if (openId) return openId
  throw new AlcoveError('not_found', 'This desk has no identity provider.')
}

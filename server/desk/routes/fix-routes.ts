import { deskFix, fixBody, type DeskFix } from '../../../shared/desk/fixes.ts'
import { requireRowName } from '../../routes/find-row.ts'
import { fixJson } from '../conversations/message-json.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'
import { requireConversation } from './conversation-routes.ts'

/** Changes of the settings that are begun because of a message. */
export const fixRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'POST',
    path: '/projects/:project/conversations/:thread/messages/:message/fixes',
    summary:
      'Begin a fix of a message: it belongs to the draft, and to the version that it becomes',
    needs: 'editor',
    body: fixBody,
    answers: { 200: deskFix },
    act: 'fix.begin',
    async handle(c, { params, body: { way }, caller, audit }, { store }) {
      const row = await requireConversation(store, params.project, params.thread)
      const messageId = requireRowName(params.message)
      const fix = await store.conversations.fixes.begin({
        projectId: row.projectId,
        threadId: row.id,
        messageId,
        way,
        mail: caller.person.mail,
      })
      await audit({ target: row.id, userId: row.userId, details: { message: messageId, way } })
      return c.json<DeskFix>(fixJson(fix))
    },
  }),
]

import * as v from 'valibot'
import { auditList } from '../../../shared/desk/access.ts'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'

/** Acts of one page. */
const PAGE_ACTS = 50

/** Time and id of the last act of the page before. */
const CURSOR_PATTERN = /^(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z)_(act_[0-9A-Za-z]{24})$/

export const auditRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/audit',
    summary: 'List what people did at the desk, the newest first',
    needs: 'owner',
    spansProjects: true,
    query: v.object({ after: v.optional(v.string()) }),
    answers: { 200: auditList },
    async handle(c, { params, query }, { store }) {
      const rows = await store.desk.audit.list({
        projectId: params.project === ALL_PROJECTS ? null : params.project,
        limit: PAGE_ACTS + 1,
        ...(query.after === undefined ? {} : { after: readCursor(query.after) }),
      })
      const page = rows.slice(0, PAGE_ACTS)
      const last = page.at(-1)
      const isMore = rows.length > PAGE_ACTS && last !== undefined
      return c.json<v.InferOutput<typeof auditList>>({
        acts: page.map(({ id, at, mail, projectId, act, target, details }) => ({
          id,
          at,
          by: mail,
          project: projectId,
          act,
          target,
          details,
        })),
        next: isMore ? `${last.at}_${last.id}` : null,
      })
    },
  }),
]

function readCursor(text: string) {
  const [, at, id] = CURSOR_PATTERN.exec(text) ?? []
  if (at !== undefined && id !== undefined) return { at, id }
  throw new AlcoveError('invalid_request', 'after: expected the `next` of an earlier page.')
}

import { Hono } from 'hono'
import { chatBodySchema } from '../../shared/api/chat.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { BodyBudget } from '../limits/body-budget.ts'
import type { AmountName } from '../limits/limit-table.ts'
import { answerCall } from '../routes/answer-call.ts'
import type { AppEnv } from '../routes/app-env.ts'
import { addressOf } from '../routes/caller-address.ts'
import { ERROR_STATUSES, isRefusal } from '../routes/handle-error.ts'
import { isPublicAddress, serviceOrigin } from '../routes/own-origin.ts'
import { readJsonBody } from '../routes/read-body.ts'
import { STREAM_HEADERS } from '../routes/stream-headers.ts'
import type { PreviewAnswers } from './preview-answers.ts'
import type { EndedPreview, Previews } from './previews.ts'

export interface PreviewRoutesParts {
  readonly previews: Previews
  readonly answers: PreviewAnswers
  readonly bodies: BodyBudget
  readonly addresses: Parameters<typeof addressOf>[1]
  readonly publicUrl: string | undefined
  readonly amount: (projectId: string, name: AmountName) => number
}

/**
 * The only call of a preview's frame. It takes a chat call with the whole conversation, as an operator's own endpoint
 * does. A refusal is plain text, which the frame shows in place of the answer.
 */
export const createPreviewRoutes = (parts: PreviewRoutesParts): Hono<AppEnv> =>
  new Hono<AppEnv>().post('/p/:project/preview/:token/chat', async (c) => {
    const { project, token } = c.req.param()
    c.set('address', addressOf(c, parts.addresses))
    try {
      return await answerCall(c, parts.bodies, async () => {
        const opened = await parts.previews.open(project, token)
        if (opened.type === 'ended') throw new AlcoveError('forbidden', ENDED_TEXTS[opened.reason])
        const limitBytes = parts.amount(project, 'runBodyBytes')
        const body = await readJsonBody(c, chatBodySchema, { limitBytes, isOptional: false })
        const isPublic = isPublicAddress(serviceOrigin(c, parts.publicUrl))
        const reader = await parts.answers.answer(project, body, isPublic)
        return c.body(reader.stream(c.req.raw.signal), 200, STREAM_HEADERS)
      })
    } catch (error) {
      if (!(error instanceof AlcoveError) || !isRefusal(error)) throw error
      return c.text(error.message, ERROR_STATUSES[error.code])
    }
  })

const ENDED_TEXTS: Readonly<Record<EndedPreview['reason'], string>> = {
  over: 'This preview has ended. Ask at the desk for a new link.',
  gone: 'This draft was published or discarded. Reload the page for the chat as it is now.',
  invalid: 'This link to a preview is not valid. Ask at the desk for a new one.',
}

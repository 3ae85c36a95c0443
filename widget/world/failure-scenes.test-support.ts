import { READ_ONLY_TEXT } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
import { json } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom, stopAtom } from '../composer/atoms/composer.ts'
import { giveFeedbackAtom } from '../conversation/atoms/feedback.ts'
import { failedMessageIdsAtom, reloadAnswerAtom, retryAtom } from '../conversation/atoms/thread.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import type { FailedAction } from './failed-action.ts'
import { addStoredThread, type ChatWorld } from './chat-world.test-support.ts'
import { fullRows, fullStorage, offline } from './device-failures.test-support.ts'
import type { FailureType } from './failure-table.ts'
import {
  finishAnswers,
  openNamed,
  openVisitor,
  pause,
  sendText,
  type FailureScene,
} from './failure-world.test-support.ts'
import { failuresAtom, reportFailureAtom } from './failures.ts'
import { reloadThreadAtom } from '../thread-list/atoms/sign-in.ts'

/** A route that refuses until the refused action is repeated. */
function refused(
  status: number,
  body: object,
  { open = () => openNamed(), route = 'POST /chat' } = {},
): FailureScene {
  return {
    open,
    async raise(world) {
      world.routes.set(route, () => json(status, body))
      await sendText(world, 'More')
    },
    async disprove(world) {
      world.routes.delete(route)
      for (const id of world.store.get(failedMessageIdsAtom)) world.store.set(retryAtom, id)
      await finishAnswers(world)
    },
  }
}

const TOKEN_ROUTE = { open: openVisitor, route: 'POST /auth/tokens/anonymous' }

/** Failures that no server reports. */
const reported = (during: FailedAction): FailureScene => ({
  open: openNamed,
  raise({ store }) {
    const error = new AlcoveError('invalid_request', 'x')
    store.set(reportFailureAtom, { during, error, isHostUser: false })
  },
  disprove: (world) => sendText(world, 'Again'),
})

/** An answer of a site's own endpoint. */
const answerWhole = () =>
  new Response([...words('Yes'), FINISH].map(encodeChunk).join('') + ENCODED_END, {
    headers: { 'Content-Type': 'text/event-stream' },
  })

const firstAnswer = ({ messages }: ChatWorld): string =>
  messages.find(({ role }) => role === 'assistant')!.id

/** Scene of each failure in the table, as a person meets it. */
export const FAILURE_SCENES: Readonly<Record<FailureType, FailureScene>> = {
  session: refused(401, { error: 'token_expired', message: 'Expired.' }),
  'read-only': refused(403, { error: 'forbidden', message: READ_ONLY_TEXT }),
  budget: refused(429, { error: 'budget_exhausted', message: 'x' }),
  room: refused(409, { error: 'quota_exceeded', message: 'x' }),
  pace: refused(429, { error: 'rate_limited', message: 'x' }),
  address: refused(403, { error: 'address_blocked', message: 'x' }, TOKEN_ROUTE),
  'named-only': refused(403, { error: 'named_only', message: 'x' }, TOKEN_ROUTE),
  proof: refused(403, { error: 'proof_required', message: 'x' }, TOKEN_ROUTE),
  visitor: refused(403, { error: 'visitor_refused', message: 'x' }, TOKEN_ROUTE),
  files: refused(400, {
    error: 'invalid_request',
    message: 'x',
    details: { missingFiles: ['https://chat.example/v1/files/attachments/k'] },
  }),
  send: refused(400, { error: 'invalid_request', message: 'x' }),
  history: {
    open: openNamed,
    async raise({ store, routes }) {
      routes.set('GET /threads/thread_9/messages', () => json(400, { error: 'invalid_request' }))
      await store.set(reloadThreadAtom)
    },
    async disprove(world) {
      addStoredThread(world)
      await world.store.set(reloadThreadAtom)
    },
  },
  reload: {
    open: openNamed,
    async raise(world) {
      world.routes.set('POST /chat', () => json(429, { error: 'budget_exhausted' }))
      world.store.set(reloadAnswerAtom, firstAnswer(world))
      await settle()
    },
    async disprove(world) {
      world.routes.delete('POST /chat')
      world.store.set(reloadAnswerAtom, firstAnswer(world))
      await finishAnswers(world)
    },
  },
  stop: {
    open: openNamed,
    async raise(world) {
      const { store, routes, answers } = world
      routes.set('POST /chat/thread_9/stop', () => json(400, { error: 'invalid_request' }))
      store.set(draftAtom, 'Long')
      void store.set(sendDraftAtom)
      await settle()
      await answers[0]?.send(start('a_1', 'q_1', 'thread_9'), ...words('Half'))
      store.set(stopAtom)
      await pause()
    },
    disprove: ({ answers }) => answers[0]?.send(FINISH),
  },
  save: {
    open: () => openNamed({ answers: { type: 'endpoint', url: 'https://chat.example/v1/turn' } }),
    async raise(world) {
      world.routes.set('POST /turn', answerWhole)
      world.routes.set('POST /threads/thread_9/messages', () =>
        json(400, { error: 'invalid_request' }),
      )
      await sendText(world, 'More')
    },
    async disprove(world) {
      let rows = 0
      world.routes.set('POST /threads/thread_9/messages', () =>
        json(200, { message_id: `row_${(rows += 1)}` }),
      )
      await sendText(world, 'Again')
    },
  },
  feedback: {
    open: openNamed,
    async raise(world) {
      world.routes.set('POST /threads/thread_9/messages/msg_2/feedback', () =>
        json(400, { error: 'invalid_request' }),
      )
      world.store.set(giveFeedbackAtom, firstAnswer(world), { type: 'positive' })
      await pause()
    },
    async disprove(world) {
      world.routes.set('DELETE /threads/thread_9/messages/msg_2/feedback', () => json(200, {}))
      world.store.set(giveFeedbackAtom, firstAnswer(world), null)
      await pause()
    },
  },
  tool: reported('tool'),
  gone: reported('gone'),
  offline,
  rows: fullRows(),
  'visitor-token': fullStorage(),
}

export const isStanding = (type: FailureType, world: ChatWorld): boolean =>
  FAILURE_SCENES[type].isStanding?.(world) ??
  world.store.get(failuresAtom).some((failure) => failure.type === type)

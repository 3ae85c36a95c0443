import type * as v from 'valibot'
import {
  changedHookBody,
  deliveriesQuery,
  deliveryList,
  HOOK_WAITING_MAX,
  hookDelivery,
  hookList,
  newHook,
  newHookBody,
  newHookSecret,
  type HookDelivery,
} from '../../../shared/desk/notices.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { createHookSecret } from '../../notices/hook-secrets.ts'
import { isRowName } from '../../routes/find-row.ts'
import {
  DELIVERIES_PER_PAGE,
  type DeliveryRow,
  type HookRow,
  type Store,
} from '../../store/store.ts'
import { deskRoute, type DeskParts, type DeskRoute } from '../desk-route.ts'

const HOOKS = '/projects/:project/notices/hooks'
const HOOK = `${HOOKS}/:hook` as const

/** Webhooks of a project. A secret is in the answer to the call that made it, and in no other. */
export const hookRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: HOOKS,
    summary: 'List the webhooks of a project, without their secrets',
    needs: 'owner',
    answers: { 200: hookList },
    async handle(c, { params }, { store }) {
      const hooks = await store.notices.hooks.list(params.project)
      return c.json<v.InferOutput<typeof hookList>>({
        hooks: hooks.map(({ id, url, events, isOn, createdAt, secrets, waiting, last }) => ({
          id,
          url,
          events: [...events],
          isOn,
          createdAt,
          secrets: secrets.map(({ madeAt }) => ({ madeAt })),
          waiting,
          isFull: waiting >= HOOK_WAITING_MAX,
          last: last ? toDelivery(last) : null,
        })),
      })
    },
  }),
  deskRoute({
    method: 'POST',
    path: HOOKS,
    summary: 'Add a webhook; the answer alone shows its secret',
    needs: 'owner',
    act: 'notice.add',
    body: newHookBody,
    answers: { 201: newHook },
    async handle(c, { params, body, audit }, { store, notices }) {
      const secret = createHookSecret()
      const sealed = notices.secrets.seal(secret)
      const { id } = await store.notices.hooks.add(params.project, { ...body, sealed })
      await audit({ target: id, details: { address: originOf(body.url) } })
      return c.json<v.InferOutput<typeof newHook>>({ id, secret }, 201)
    },
  }),
  deskRoute({
    method: 'PUT',
    path: HOOK,
    summary: 'Change the address or the events of a webhook, or switch it off',
    needs: 'owner',
    act: 'notice.change',
    body: changedHookBody,
    answers: { 204: undefined },
    async handle(c, { params, body, audit }, { store }) {
      requireFound(await store.notices.hooks.change(params.project, rowName(params.hook), body))
      await audit({
        target: params.hook,
        details: { address: originOf(body.url), isOn: body.isOn },
      })
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: HOOK,
    summary: 'Remove a webhook with its deliveries',
    needs: 'owner',
    act: 'notice.remove',
    answers: { 204: undefined },
    async handle(c, { params, audit }, { store }) {
      const hook = await requireHook(store, params)
      await audit({ target: hook.id, details: { address: originOf(hook.url) } })
      await store.notices.hooks.remove(params.project, hook.id)
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${HOOK}/secret`,
    summary: 'Make a new secret; the newest one so far also signs until it is removed',
    needs: 'owner',
    act: 'notice.secret',
    answers: { 200: newHookSecret },
    async handle(c, { params, audit }, { store, notices }) {
      const secret = createHookSecret()
      const sealed = notices.secrets.seal(secret)
      const { project, hook } = params
      requireFound(await store.notices.hooks.addSecret(project, rowName(hook), sealed))
      await audit({ target: hook })
      return c.json<v.InferOutput<typeof newHookSecret>>({ secret })
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: `${HOOK}/secret`,
    summary: 'Sign with the newest secret alone',
    needs: 'owner',
    act: 'notice.end-secret',
    answers: { 204: undefined },
    async handle(c, { params, audit }, { store }) {
      const { project, hook } = params
      requireFound(await store.notices.hooks.endOldSecret(project, rowName(hook)))
      await audit({ target: hook })
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${HOOK}/test`,
    summary: 'Deliver a notice that only says that the webhook works',
    needs: 'owner',
    act: 'notice.test',
    answers: { 200: hookDelivery },
    async handle(c, { params, audit }, parts) {
      const { hook, project } = params
      const id = await parts.store.notices.hooks.addTest(project, rowName(hook))
      requireFound(id !== undefined)
      await audit({ target: hook })
      return c.json<HookDelivery>(await deliver(parts, project, id!))
    },
  }),
  deskRoute({
    method: 'GET',
    path: `${HOOK}/deliveries`,
    summary: 'List the deliveries of a webhook, the newest first',
    needs: 'owner',
    query: deliveriesQuery,
    answers: { 200: deliveryList },
    async handle(c, { params, query }, { store }) {
      const hook = await requireHook(store, params)
      const rows = await store.notices.deliveries.list(hook.id, query.after)
      const isWhole = rows.length < DELIVERIES_PER_PAGE
      return c.json<v.InferOutput<typeof deliveryList>>({
        deliveries: rows.map(toDelivery),
        next: isWhole ? null : (rows.at(-1)?.id ?? null),
      })
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/notices/deliveries/:delivery/replay',
    summary: 'Deliver a notice again, under the same id',
    needs: 'owner',
    act: 'notice.replay',
    answers: { 200: hookDelivery },
    async handle(c, { params, audit }, parts) {
      const { project } = params
      const id = rowName(params.delivery)
      requireFound((await parts.store.notices.deliveries.find(project, id)) !== undefined)
      await parts.store.notices.deliveries.repeat(project, id)
      await audit({ target: id })
      return c.json<HookDelivery>(await deliver(parts, project, id))
    },
  }),
]

async function deliver(
  { notices }: Pick<DeskParts, 'notices'>,
  project: string,
  id: string,
): Promise<HookDelivery> {
  const row = await notices.sender.sendNow(project, id)
  if (!row) throw createHookError()
  return toDelivery(row)
}

const toDelivery = (row: DeliveryRow): HookDelivery => ({
  id: row.id,
  noticeId: row.noticeId,
  event: row.event,
  thread: row.threadId,
  state: row.state,
  createdAt: row.createdAt,
  nextAt: row.state === 'due' ? row.nextAt : null,
  attempts: row.log.map((attempt) => ({ ...attempt })),
})

/** The path and the query of an address may hold a secret of the receiver. */
const originOf = (url: string): string => new URL(url).origin

/** A name that no row has, for one that the database refuses. */
const rowName = (name: string): string => (isRowName(name) ? name : '')

/** @throws AlcoveError `not_found`: the same answer for a missing webhook and for another project's. */
async function requireHook(
  { notices }: Pick<Store, 'notices'>,
  { project, hook: id }: { readonly project: string; readonly hook: string },
): Promise<HookRow> {
  const hook = await notices.hooks.find(project, rowName(id))
  if (!hook) throw createHookError()
  return hook
}

function requireFound(isFound: boolean): void {
  if (!isFound) throw createHookError()
}

const createHookError = (): AlcoveError => new AlcoveError('not_found', 'Webhook not found')

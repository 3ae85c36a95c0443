import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HookDelivery, NoticeHook, WeeklyReport } from '../../shared/desk/notices.ts'
import {
  createDeskWorld,
  type DeskCallerName,
  type DeskWorld,
} from '../testing/create-desk-world.ts'
import { answerOnce, startReceiver } from '../testing/notice-world.ts'

const SCOPE = { projectId: 'shop', workspaceId: 'ada', userId: 'ada' }

let world: DeskWorld
beforeAll(async () => {
  world = await createDeskWorld({
    env: { ALCOVE_ALLOW_LOCAL_TOOLS: '1', ALCOVE_PUBLIC_URL: 'http://localhost' },
  })
  world.clock.ms = Date.now()
})
afterAll(() => world.close())

const HOOKS = '/projects/shop/notices/hooks'
async function read<Answer>(
  path: string,
  method = 'GET',
  body?: unknown,
  by: DeskCallerName = 'owner',
) {
  const answer = await world.call(by, path, { method, body })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}
const add = (url: string, events = ['answer.failed']) =>
  read<{ id: string; secret: string }>(HOOKS, 'POST', { url, events })
const list = async () => (await read<{ hooks: NoticeHook[] }>(HOOKS)).hooks

test('an owner adds a webhook, tests it, and sees its secret once', async () => {
  const { url, received } = await startReceiver()
  const { id, secret } = await add(url)
  const tested = await read<HookDelivery>(`${HOOKS}/${id}/test`, 'POST')
  expect(tested).toMatchObject({ event: 'test', state: 'done', attempts: [{ status: 200 }] })
  const { body, headers } = received[0]!
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'test',
    data: { project: 'shop' },
  })
  const listed = (await list()).find((hook) => hook.id === id)!
  expect(listed).toMatchObject({ url, events: ['answer.failed'], isOn: true, waiting: 0 })
  expect(listed.last?.id).toBe(tested.id)
  expect(JSON.stringify(listed)).not.toContain(secret.slice('whsec_'.length))

  const renewed = await read<{ secret: string }>(`${HOOKS}/${id}/secret`, 'POST')
  expect((await list()).find((hook) => hook.id === id)!.secrets).toHaveLength(2)
  await read(`${HOOKS}/${id}/secret`, 'DELETE')
  expect((await list()).find((hook) => hook.id === id)!.secrets).toHaveLength(1)
  await read(`${HOOKS}/${id}/test`, 'POST')
  const last = received.at(-1)!
  const verify = (key: string) =>
    new Webhook(key).verify(last.body, last.headers as Record<string, string>)
  expect(() => verify(secret)).toThrow('No matching signature')
  expect(verify(renewed.secret)).toMatchObject({ type: 'test' })
})

test('a notice has ids, masked words and a link, and is sent again under its id', async () => {
  const { url, received } = await startReceiver()
  const { id } = await add(url)
  const { threadId } = await answerOnce(world.store, SCOPE, { state: 'error', error: 'no quota' })
  const [due] = (await read<{ deliveries: HookDelivery[] }>(`${HOOKS}/${id}/deliveries`)).deliveries
  expect(due).toMatchObject({
    event: 'answer.failed',
    state: 'due',
    thread: threadId,
    attempts: [],
  })
  await read(`/projects/shop/notices/deliveries/${due!.id}/replay`, 'POST')
  await read(`/projects/shop/notices/deliveries/${due!.id}/replay`, 'POST')
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
    due!.noticeId,
    due!.noticeId,
  ])
  expect(received.map(({ headers }) => headers['alcove-attempt'])).toEqual(['1', '2'])
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    type: 'answer.failed',
    data: {
      project: 'shop',
      thread: threadId,
      question: 'Where is it, •••?',
      error: 'no quota',
      url: `http://localhost/desk/shop/conversations/${threadId}`,
    },
  })
})

test('webhooks of other projects answer as unknown ones, and wrong ones are refused', async () => {
  const { url } = await startReceiver()
  const { id } = await add(url)
  const tested = await read<HookDelivery>(`${HOOKS}/${id}/test`, 'POST')
  const status = async (by: DeskCallerName, method: string, path: string, body?: unknown) =>
    (await world.call(by, path, { method, body })).status
  const change = { url, events: ['answer.failed'], isOn: false }
  const foreign = '/projects/other/notices'
  for (const [method, path, body] of [
    ['PUT', `/hooks/${id}`, change],
    ['DELETE', `/hooks/${id}`],
    ['POST', `/hooks/${id}/secret`],
    ['DELETE', `/hooks/${id}/secret`],
    ['POST', `/hooks/${id}/test`],
    ['GET', `/hooks/${id}/deliveries`],
    ['POST', `/deliveries/${tested.id}/replay`],
  ] as const) {
    expect(await status('other owner', method, foreign + path, body)).toBe(404)
    expect(await status('editor', method, `/projects/shop/notices${path}`, body)).toBe(403)
  }
  expect((await list()).some((hook) => hook.id === id && hook.isOn)).toBe(true)
  for (const body of [
    { url: 'none', events: ['answer.failed'] },
    { url, events: [] },
    { url, events: ['other'] },
    { url: `https://shop.example/${'x'.repeat(2_000)}`, events: ['answer.failed'] },
  ]) {
    expect(await status('owner', 'POST', HOOKS, body)).toBe(400)
  }
})

test('changes leave rows in the log, without the path of the address', async () => {
  const { url } = await startReceiver()
  const { id } = await add(`${url}?key=hunter2`)
  await read(`${HOOKS}/${id}`, 'PUT', { url, events: ['answer.failed'], isOn: false })
  await read(`${HOOKS}/${id}`, 'DELETE')
  expect((await list()).some((hook) => hook.id === id)).toBe(false)
  const acts = await world.store.desk.audit.list({ projectId: 'shop', limit: 50 })
  const ofHook = acts.filter(({ target }) => target === id).map(({ act }) => act)
  expect(ofHook.toSorted()).toEqual(['notice.add', 'notice.change', 'notice.remove'])
  expect(JSON.stringify(acts)).not.toContain('hunter2')
})

test('each person decides about their mails, and a server without mail says so', async () => {
  const report = (by: DeskCallerName) =>
    read<WeeklyReport>('/projects/shop/notices/report', 'GET', undefined, by)
  expect(await report('reader')).toMatchObject({ from: null, isOn: false, mails: [] })
  await read('/projects/shop/notices/report', 'PUT', { isOn: true }, 'reader')
  expect((await report('reader')).isOn).toBe(true)
  expect((await report('owner')).isOn).toBe(false)
  const test = await world.call('reader', '/projects/shop/notices/report/test', { method: 'POST' })
  expect(test.status).toBe(409)
  expect(await test.text()).toContain('ALCOVE_SMTP_URL')
  await read('/projects/shop/notices/report', 'PUT', { isOn: false }, 'reader')
  expect((await report('reader')).isOn).toBe(false)
})

test('a link of a mail that this service did not make ends nothing', async () => {
  const page = await world.request('http://localhost/desk/unsubscribe/x.y')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<form method="post">')
  const ended = await world.request('http://localhost/desk/unsubscribe/x.y', { method: 'POST' })
  expect(ended.status).toBe(404)
})

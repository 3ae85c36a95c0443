import { afterEach, beforeEach, expect, test } from 'vitest'
import { FEEDBACK_COMMENT_MAX } from '../../shared/api/messages.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const QUESTION = { role: 'user', content: [{ type: 'text', text: 'Why?' }] }
const ANSWER = { role: 'assistant', content: [], metadata: { custom: { kept: true }, steps: [] } }

let world: TestApp
let call: Caller
let thread: string
let answer: string
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
  thread = (await call('POST /threads', { last_message_at: TIME })).json.thread_id
  const question = await add(null, QUESTION)
  answer = await add(question, ANSWER)
})
afterEach(() => world.close())

async function add(parent: string | null, content: object, format = 'aui/v0'): Promise<string> {
  const message = { parent_id: parent, format, content }
  return (await call(`POST /threads/${thread}/messages`, message)).json.message_id
}
const rate = (body: object, name = answer, as?: string) =>
  call(`POST /threads/${thread}/messages/${name}/feedback`, body, as === undefined ? {} : { as })
const takeBack = (name = answer, as?: string) =>
  call(
    `DELETE /threads/${thread}/messages/${name}/feedback`,
    undefined,
    as === undefined ? {} : { as },
  )
/** Two people of one workspace, and answers in a thread of theirs. */
async function signInTeam() {
  const workspace = { projectId: 'default', workspaceId: 'team', kind: 'host' } as const
  const signIn = async (userId: string) =>
    (await world.signIn({ ...workspace, userId })).authorization
  const [ada, bob] = [await signIn('ada'), await signIn('bob')]
  const asAda = createCaller(world, ada)
  thread = (await asAda('POST /threads', { last_message_at: TIME })).json.thread_id
  const message = { parent_id: null, format: 'aui/v0', content: ANSWER }
  const addAnswer = async (): Promise<string> =>
    (await asAda(`POST /threads/${thread}/messages`, message)).json.message_id
  return { ada, bob, addAnswer }
}
const list = async () => (await call(`GET /threads/${thread}/messages`)).json.messages

test('a rating comes back with its comment, trimmed', async () => {
  const { status, json } = await rate({ type: 'negative', comment: '  Too long.\n' })

  expect(status).toBe(200)
  expect(json).toEqual({
    feedback_id: expect.stringMatching(/^score_/),
    type: 'negative',
    comment: 'Too long.',
  })
})

test('the same rating keeps what was said, another one clears it, and all are one score', async () => {
  const { json: first } = await rate({ type: 'positive', comment: 'Clear.' })

  expect((await rate({ type: 'positive' })).json).toEqual(first)
  expect((await rate({ type: 'positive', comment: '  ' })).json).toEqual(first)
  expect((await rate({ type: 'positive', comment: 'Very clear.' })).json).toEqual({
    ...first,
    comment: 'Very clear.',
  })
  expect((await rate({ type: 'negative' })).json).toEqual({
    feedback_id: first.feedback_id,
    type: 'negative',
  })
  expect(await world.store.scores.listProject('default', { limit: 10 })).toMatchObject([
    { name: 'feedback', dataType: 'boolean', value: 0, comment: null, messageId: answer },
  ])
})

test('history shows the rating where clients look, and stores nothing of it (3.53, 3.54)', async () => {
  await rate({ type: 'positive' })

  const [shown, question] = await list()

  expect(shown.content).toEqual({
    ...ANSWER,
    metadata: { ...ANSWER.metadata, submittedFeedback: { type: 'positive' } },
  })
  expect(question.content).toEqual(QUESTION)
  await rate({ type: 'negative' })
  expect((await list())[0].content.metadata.submittedFeedback).toEqual({ type: 'negative' })
  const identity = { projectId: 'default', userId: shown.id, workspaceId: '' }
  const { workspace_id: workspaceId } = (await call(`GET /threads/${thread}`)).json.thread
  const stored = await world.store.messages.find({ ...identity, workspaceId }, thread, answer)
  expect(stored?.content).toEqual(ANSWER)
})

test.each(['ai-sdk/v5', 'ai-sdk/v6'])(
  'a rating of a row in %s is for the frame',
  async (format) => {
    const content = { role: 'assistant', parts: [] }
    const other = await add(answer, content, format)
    await rate({ type: 'positive' }, other)

    expect((await list())[0].content).toEqual(content)
    const own = await call(`GET /threads/${thread}/messages`, undefined, {
      headers: { 'Aui-Sdk': 'alcove/0.1.0' },
    })
    expect(own.json.messages[0].content).toEqual({
      ...content,
      metadata: { submittedFeedback: { type: 'positive' } },
    })
  },
)

test('rows of unknown formats are not touched', async () => {
  const content = { role: 'assistant', parts: [] }
  const other = await add(answer, content, 'own/v1')
  await rate({ type: 'positive' }, other)

  const { json } = await call(`GET /threads/${thread}/messages`, undefined, {
    headers: { 'Aui-Sdk': 'alcove/0.1.0' },
  })
  expect(json.messages[0].content).toEqual(content)
})

test('a rating is taken back, as often as one likes, and comes again without its old words', async () => {
  await rate({ type: 'positive', comment: 'Clear.' })
  expect((await list())[0].content.metadata.submittedFeedback).toEqual({ type: 'positive' })

  expect(await takeBack()).toMatchObject({ status: 200, json: {} })
  expect((await list())[0].content).toEqual(ANSWER)
  expect(await takeBack()).toMatchObject({ status: 200, json: {} })

  expect(await world.store.scores.listProject('default', { limit: 10 })).toEqual([])
  expect((await rate({ type: 'positive' })).json).not.toHaveProperty('comment')
})

test('only the own rating of that message is taken back', async () => {
  const { ada, bob, addAnswer } = await signInTeam()
  const first = await addAnswer()
  const second = await addAnswer()
  await rate({ type: 'positive' }, first, ada)
  await rate({ type: 'negative' }, second, ada)
  await rate({ type: 'negative' }, first, bob)

  await takeBack(first, bob)
  await takeBack(second, ada)

  expect(await world.store.scores.listProject('default', { limit: 10 })).toMatchObject([
    { messageId: first, value: 1, scope: { userId: 'ada' } },
  ])
})

test('a missing rating, or one of another user, cannot be removed', async () => {
  await rate({ type: 'positive' })
  const stranger = (await world.signIn()).authorization

  expect(await takeBack('msg_unknown')).toMatchObject({
    status: 404,
    json: { message: 'Message not found' },
  })
  expect(await takeBack(answer, stranger)).toMatchObject({
    status: 404,
    json: { message: 'Thread not found' },
  })
  expect((await list())[0].content.metadata.submittedFeedback).toEqual({ type: 'positive' })
})

test('a rating is its author’s: a colleague in the workspace sees none', async () => {
  const { ada, bob, addAnswer } = await signInTeam()
  const id = await addAnswer()
  await rate({ type: 'positive' }, id, ada)

  const seen = (as: string) => call(`GET /threads/${thread}/messages`, undefined, { as })

  expect((await seen(ada)).text).toContain('submittedFeedback')
  expect((await seen(bob)).text).not.toContain('submittedFeedback')
})

test('a comment has 2,000 characters at most', async () => {
  const comment = 'x'.repeat(FEEDBACK_COMMENT_MAX)

  expect((await rate({ type: 'positive', comment })).json.comment).toBe(comment)
  expect((await rate({ type: 'positive', comment: `${comment}x` })).status).toBe(400)
})

test.each([[{}], [{ type: 'good' }], [{ type: 'positive', comment: 'a\0' }], [{ type: 1 }]])(
  '%j is a bad request',
  async (body) => {
    expect((await rate(body)).status).toBe(400)
  },
)

test('a message that is not there, or not the caller’s, cannot be rated', async () => {
  const stranger = (await world.signIn()).authorization

  expect(await rate({ type: 'positive' }, 'msg_unknown')).toMatchObject({
    status: 404,
    json: { message: 'Message not found' },
  })
  expect(await rate({ type: 'positive' }, answer, stranger)).toMatchObject({
    status: 404,
    json: { message: 'Thread not found' },
  })
})

test('ratings are counted', async () => {
  const limited = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify({ feedbackPerUserPerMinute: 1 }) },
  })
  const { authorization: as } = await limited.signIn()
  const path = 'POST /threads/thread_1/messages/msg_1/feedback'
  const limitedCall = createCaller(limited, as)

  expect((await limitedCall(path, { type: 'positive' })).status).toBe(404)
  const refused = await limitedCall(path, { type: 'positive' })
  const takenBack = await limitedCall(path.replace('POST', 'DELETE'))
  await limited.close()

  expect(refused).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
  expect(takenBack).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

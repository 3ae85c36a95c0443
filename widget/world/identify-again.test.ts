// @vitest-environment node
import { expect, test } from 'vitest'
import { json, networkError } from '../api/fake-http.test-support.ts'
import { fakeToken } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { canSendAtom, draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { caretsAtom, setCaretAtom } from '../composer/atoms/carets.ts'
import { shownKeyAtom } from '../conversation/atoms/thread-keys.ts'
import { isBlockedAtom } from '../conversation/atoms/thread.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { beginEditAtom, changeEditAtom, editAtom } from '../messages/atoms/edit.ts'
import { noteEditAtom } from './typed-since.ts'
import { addStoredThread, createChatWorld, KNOWN_VISITOR } from './chat-world.test-support.ts'
import { authErrorAtom, identifyAtom, signOutAtom } from './identify.ts'
import { signInAgainAtom } from '../thread-list/atoms/sign-in.ts'
import { identityAtom } from './identity.ts'
import { COVER_DELAY_MS } from './naming.ts'
import { isCoveredAtom, namingAtom } from './person-naming.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'

const OPEN = { isOpen: true, userGesture: false }
const LINES = ['user: Question', 'assistant: Answer']

/** A page that names people, each by a token that the test releases. */
async function createPage(isVisitor = false) {
  const world = createChatWorld(isVisitor ? { stored: KNOWN_VISITOR } : {})
  addStoredThread(world)
  const { store, clock, http } = world
  let epoch = 0
  const tokenOf = (name: string, workspace?: string) =>
    fakeToken({ exp: 4_000_000_000, sub: name, workspace_id: workspace })

  function name(token: string | null | Promise<string | null>) {
    const named = store.set(identifyAtom, {
      mode: 'token',
      epoch: (epoch += 1),
      getToken: () => token,
    })
    return named.then(
      () => 'named',
      (error: { code: string }) => error.code,
    )
  }

  /** Names a person with a pending token. */
  function nameLate(token: string | null) {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    return { named: name(promise), come: () => resolve(token), fail: () => reject(new Error('no')) }
  }

  if (isVisitor) await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  else await name(tokenOf('ada'))
  await store.set(setPanelAtom, OPEN)
  await settle()
  expect(world.lines).toEqual(LINES)
  const type = (more: string) => {
    const before = store.get(draftAtom)
    store.set(draftAtom, before + more, {
      before,
      place: { start: before.length, behind: 0, isPutBack: false },
    })
  }
  return {
    ...world,
    world,
    name,
    nameLate,
    tokenOf,
    type,
    draft: () => store.get(draftAtom),
    posts: () => http.to('POST /chat'),
    advance: clock.advance,
  }
}

test('the same person keeps conversation, draft, caret and answer, and is sent nothing meanwhile', async () => {
  const page = await createPage()
  const { store, world, type, nameLate, tokenOf } = page
  type('First')
  void store.set(sendDraftAtom)
  await settle()
  await world.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('One'))
  type('Half ')
  store.set(setCaretAtom, store.get(shownKeyAtom), [2, 4])
  const before = store.get(identityAtom)

  const { named, come } = nameLate(tokenOf('ada'))
  await settle()
  type('a thought')
  await world.answers[0]?.send(...words(' two').slice(1), FINISH)
  expect(store.get(isRunningAtom)).toBe(false)
  void store.set(sendDraftAtom)
  await settle()
  expect(page.posts()).toHaveLength(1)

  come()
  expect(await named).toBe('named')
  await settle()
  expect(store.get(identityAtom)).toBe(before)
  expect(store.get(caretsAtom).get(store.get(shownKeyAtom))).toEqual([2, 4])
  expect(world.lines.slice(0, 3)).toEqual([...LINES, 'user: First'])
  // The message that waited for the person is sent once, with the new token.
  expect(page.posts()).toHaveLength(2)
  expect(page.posts()[1]?.body).toMatchObject({
    messages: expect.arrayContaining([
      expect.objectContaining({ parts: [expect.objectContaining({ text: 'Half a thought' })] }),
    ]),
  })
})

test(`the conversation is covered from ${COVER_DELAY_MS} ms on, and a fast answer never covers it`, async () => {
  const page = await createPage()
  const { store, nameLate, tokenOf } = page
  const covers: boolean[] = []
  store.sub(isCoveredAtom, () => covers.push(store.get(isCoveredAtom)))
  const fast = nameLate(tokenOf('ada'))
  await page.advance(COVER_DELAY_MS - 1)
  fast.come()
  await fast.named
  await page.advance(COVER_DELAY_MS)
  expect(covers).toEqual([])

  const slow = nameLate(tokenOf('ada'))
  await page.advance(COVER_DELAY_MS)
  expect(covers).toEqual([true])
  slow.come()
  await slow.named
  expect(covers).toEqual([true, false])
})

test('another person finds only what was put in since the page named them', async () => {
  const page = await createPage()
  const { store, type, nameLate, tokenOf, world } = page
  type('Private ')
  store.set(beginEditAtom, 'msg_1')
  const { named, come } = nameLate(tokenOf('ben'))
  await settle()
  type('mine')
  const { text } = store.get(editAtom('msg_1'))!
  store.set(changeEditAtom, 'msg_1', { text: `${text} changed` })
  store.set(noteEditAtom, 'field:rename', 'Old', 'Old name')
  expect(page.draft()).toBe('Private mine')
  world.routes.set('GET /threads', () => json(200, { threads: [] }))

  come()
  await named
  await settle()

  expect(world.lines).toEqual([])
  expect(page.draft()).toBe('mine\n\n changed\n\n name')
  expect(store.get(isCoveredAtom)).toBe(false)
})

test('the same user in another workspace is another person', async () => {
  const page = await createPage()
  page.type('Private')
  await page.name(page.tokenOf('ada', 'ada'))
  expect(page.draft()).toBe('Private')

  await page.name(page.tokenOf('ada', 'sales'))
  expect(page.draft()).toBe('')
})

test('a key that comes before the next person is drawn adds to their words alone', async () => {
  const page = await createPage()
  page.type('Private')
  await page.name(page.tokenOf('ben'))

  // The field still shows the old text when the key is pressed.
  page.store.set(draftAtom, 'Privatex', {
    before: 'Private',
    place: { start: 7, behind: 0, isPutBack: false },
  })
  expect(page.draft()).toBe('x')
})

test.each([
  [
    'a token that does not come',
    (page: Awaited<ReturnType<typeof createPage>>) => {
      const { named, fail } = page.nameLate(null)
      fail()
      return named
    },
  ],
  [
    'a token that the server refuses',
    (page: Awaited<ReturnType<typeof createPage>>) => {
      page.world.routes.set('GET /threads', () => json(401, { error: 'token_rejected' }))
      return page.name(page.tokenOf('ada'))
    },
  ],
] as const)('%s loses nothing: the card asks, and the same person goes on', async (_, fail) => {
  const page = await createPage()
  const { store, world } = page
  page.type('Half')

  expect(await fail(page)).toMatch(/^(auth_failed|token_rejected)$/)
  page.type(' a thought')
  expect([store.get(isCoveredAtom), store.get(isBlockedAtom)]).toEqual([true, true])
  expect(store.get(authErrorAtom)).not.toBeNull()
  expect(store.get(canSendAtom)).toBe(false)
  expect(page.draft()).toBe('Half a thought')

  addStoredThread(world)
  await page.name(page.tokenOf('ada'))
  expect([store.get(isCoveredAtom), store.get(authErrorAtom)]).toEqual([false, null])
  expect(world.lines).toEqual(LINES)
  expect(page.draft()).toBe('Half a thought')
  expect(store.get(canSendAtom)).toBe(true)
})

test('signing in again asks the page that failed, and the same person goes on', async () => {
  const page = await createPage()
  let token: string | Promise<string> = Promise.reject(new Error('no'))
  await page.store
    .set(identifyAtom, { mode: 'token', epoch: 9, getToken: () => token })
    .catch(() => {})
  expect(page.store.get(namingAtom).type).toBe('refused')

  token = page.tokenOf('ada')
  await page.store.set(signInAgainAtom)

  expect(page.store.get(namingAtom).type).toBe('settled')
  expect(page.world.lines).toEqual(LINES)
})

test('of two calls the last one counts, independent of the order of their tokens', async () => {
  const page = await createPage()
  page.type('Private')
  const first = page.nameLate(page.tokenOf('ben'))
  page.type(' more')
  const second = page.nameLate(page.tokenOf('ada'))
  second.come()
  await second.named
  first.come()
  await settle()

  expect(page.world.lines).toEqual(LINES)
  expect(page.draft()).toBe('Private more')

  const third = page.nameLate(page.tokenOf('ada'))
  const fourth = page.nameLate(page.tokenOf('ben'))
  third.come()
  await settle()
  expect(page.draft()).toBe('Private more')
  fourth.come()
  await fourth.named
  expect(page.draft()).toBe('')
})

test('signing out while the server is asked leaves nothing, and the late answer changes nothing', async () => {
  const page = await createPage()
  page.type('Private')
  const { come } = page.nameLate(page.tokenOf('ada'))
  page.store.set(signOutAtom, 5)
  come()
  await settle()

  expect(page.store.get(identityAtom)).toBeNull()
  expect([page.world.lines, page.draft()]).toEqual([[], ''])
})

test('a page without a signed-in user leaves nothing of the person before', async () => {
  const page = await createPage()
  page.type('Private')
  await page.name(null)

  expect([page.world.lines, page.draft()]).toEqual([[], ''])
  expect([page.store.get(identityAtom), page.store.get(authErrorAtom)]).toEqual([null, null])
})

test('without a network all stays, covered, until the server can be asked', async () => {
  const page = await createPage()
  const { store, world } = page
  page.type('Half')
  const { promise, resolve } = Promise.withResolvers<Response>()
  let calls = 0
  world.routes.set('GET /threads', () => ((calls += 1) > 5 ? promise : networkError()))
  const named = page.name(page.tokenOf('ada'))
  await page.advance(COVER_DELAY_MS)
  // The page does not wait for the network.
  expect(await named).toBe('named')
  page.type(' a thought')
  expect([store.get(isCoveredAtom), store.get(canSendAtom)]).toEqual([true, true])

  resolve(json(200, { threads: [] }))
  await settle()
  expect(store.get(isCoveredAtom)).toBe(false)
  expect(page.draft()).toBe('Half a thought')
  expect(world.lines).toEqual(LINES)
})

test('a visitor who is named takes along what was typed since the page was loaded', async () => {
  const page = await createPage(true)
  page.type('Where is it?')
  await page.name(page.tokenOf('ada'))
  await settle()

  expect(page.draft()).toBe('Where is it?')
  // Control: a person whom the server confirmed does not.
  await page.name(page.tokenOf('ben'))
  expect(page.draft()).toBe('')
})

test('a page that names its person right after the load asks the server once', async () => {
  const world = createChatWorld()
  const getToken = () => fakeToken({ exp: 4_000_000_000, sub: 'ada' })
  await world.store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })

  await world.store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })

  expect(world.http.to('GET /threads')).toHaveLength(1)
})

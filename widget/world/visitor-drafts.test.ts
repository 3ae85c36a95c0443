// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../api/fake-http.test-support.ts'
import { createFakeLocks, createFakeStorage, fakeToken } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom } from '../composer/atoms/composer.ts'
import { DRAFT_WRITE_DELAY_MS, keepDrafts } from '../composer/atoms/keep-drafts.ts'
import { createMemoryRows } from '../device/device-rows.ts'
import { createFakeChannels } from '../device/fake-tabs.test-support.ts'
import { VISITOR } from '../device/owner-key.ts'
import { mergeVisitor } from '../session/merge-visitor.ts'
import { mergeQuestionAtom } from '../thread-list/atoms/page-question.ts'
import { depsAtom, provideDepsAtom } from './chat-deps.ts'
import { addStoredThread, createChatWorld, KNOWN_VISITOR } from './chat-world.test-support.ts'
import { identifyAtom, signOutAtom } from './identify.ts'
import { identityAtom } from './identity.ts'
import { keepOwner } from '../session/keep-owner.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'

const BASE = 'https://chat.example'
const VISITOR_ROWS = { base: BASE, owner: VISITOR }

/** A browser in which a visitor typed a draft on an earlier page. */
async function createBrowser() {
  const rows = createMemoryRows()
  const storage = createFakeStorage(KNOWN_VISITOR)
  const openChannel = createFakeChannels()

  /** `isShut`: nothing is shown before the page names a person. */
  async function openPage(isShut = false) {
    const world = createChatWorld({ storage })
    addStoredThread(world)
    world.routes.set('POST /threads/claim', () => json(200, { moved: 1 }))
    const { store, clock } = world
    store.set(provideDepsAtom, {
      ...store.get(depsAtom)!,
      locks: createFakeLocks(),
      openTabStorage: () => createFakeStorage(),
      device: {
        openDatabase: () => {
          throw new Error('The rows are given.')
        },
        openChannel,
        hasFocus: () => false,
      },
    })
    const drafts = keepDrafts(store)
    keepOwner(store, { onLeft: () => {}, onGone: drafts.forget, createRows: () => rows })
    await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
    if (!isShut) await store.set(setPanelAtom, { isOpen: true, userGesture: false })
    await settle()
    return {
      store,
      draft: () => store.get(draftAtom),
      async type(more: string) {
        const before = store.get(draftAtom)
        const place = { start: before.length, behind: 0, isPutBack: false }
        store.set(draftAtom, before + more, { before, place })
        await clock.advance(DRAFT_WRITE_DELAY_MS)
        await settle()
      },
      async name(sub: string) {
        const getToken = () => fakeToken({ exp: 4_000_000_000, sub })
        await store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })
        await settle()
      },
    }
  }

  const first = await openPage()
  await first.type('Older')
  const visitorRows = async () => JSON.stringify(await rows.list('drafts', VISITOR_ROWS))
  return { openPage, visitorRows }
}

async function nameVisitor() {
  const browser = await createBrowser()
  const page = await browser.openPage()
  expect(page.draft()).toBe('Older')
  await page.type(' and newer')
  await page.name('ada')
  expect(page.draft()).toBe(' and newer')
  return { ...browser, page }
}

test('an older draft of a visitor follows their conversations', async () => {
  const { page, visitorRows } = await nameVisitor()
  const { store } = page
  const merging = mergeVisitor(store, 'ask', store.get(identityAtom))
  await settle()
  expect(page.draft()).toBe(' and newer')

  store.get(mergeQuestionAtom)?.(true)
  await merging
  await settle()

  expect(page.draft()).toBe('Older\n\n and newer')
  expect(await visitorRows()).toBe('[]')
})

test('it goes where the person wants nothing of the visitor, or the page says so', async () => {
  const asked = await nameVisitor()
  const merging = mergeVisitor(asked.page.store, 'ask', asked.page.store.get(identityAtom))
  await settle()
  // Control: until then it is there.
  expect(await asked.visitorRows()).toContain('Older')
  expect(await asked.visitorRows()).not.toContain('newer')
  asked.page.store.get(mergeQuestionAtom)?.(false)
  await merging
  await settle()
  expect(await asked.visitorRows()).toBe('[]')
  expect(asked.page.draft()).toBe(' and newer')

  const told = await nameVisitor()
  await mergeVisitor(told.page.store, 'never', told.page.store.get(identityAtom))
  await settle()
  expect(await told.visitorRows()).toBe('[]')
})

test('it waits for an answer over a reload, and goes when everybody signs out', async () => {
  const { openPage, visitorRows } = await nameVisitor()
  const again = await openPage()
  await again.name('ada')
  expect(await visitorRows()).toContain('Older')

  const { store } = again
  store.set(signOutAtom)
  await settle()
  // The visitor's refresh token is there, and so is the draft.
  expect(await visitorRows()).toContain('Older')
})

test('a page that names its person right after the load leaves that person’s own draft', async () => {
  const browser = await createBrowser()
  const page = await browser.openPage()
  await page.name('ada')
  page.store.set(draftAtom, '')
  await page.type('Of Ada')

  const again = await browser.openPage(true)
  await again.name('ada')
  expect(again.draft()).toBe('Of Ada')
})

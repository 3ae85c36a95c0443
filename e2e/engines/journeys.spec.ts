import { writeFile } from 'node:fs/promises'
import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken, signedInPage } from '../host-token.ts'
import { seedThreads } from '../seed-threads.ts'
import type { EnginePage } from './engine-page.ts'
import {
  answers,
  articles,
  button,
  expect,
  expectCount,
  expectText,
  field,
  log,
  openChat,
  questions,
  send,
  settled,
  test,
} from './engine-test.ts'

/** Frames after an answer's end in which a late change would show. */
const FRAMES_AFTER = 30
const MOVED_PX = 1

/** A host page on which users sign in and out. */
const COUNTER_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Counter</title></head><body><main><h1>Counter</h1>
<button onclick="signIn('ADA')">I am Ada</button><button onclick="signIn('BEN')">I am Ben</button><button onclick="Alcove('logout')">Leave</button></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>function signIn(token){Alcove('identify',{getToken:function(){return token}})}</script></body></html>`

interface Watched {
  readonly places: number[]
}

/** Records the position of the newest question in each frame. */
function watchQuestion(): void {
  const watched: Watched = { places: [] }
  const log = document.querySelector('[role=log]')!
  const note = () => {
    const question = [...log.querySelectorAll('article')].at(-2)!
    watched.places.push(question.getBoundingClientRect().top - log.getBoundingClientRect().top)
    requestAnimationFrame(note)
  }
  note()
  Object.assign(globalThis, { watched })
}

const placesOf = (tab: EnginePage): Promise<readonly number[]> =>
  tab.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.places)

const spreadOf = (places: readonly number[]): number => Math.max(...places) - Math.min(...places)

test(
  'a first chat: an answer comes, nothing moves when it ends, and all is there after a reload (U06)',
  { tag: '@long' },
  async ({ tab, baseURL, model }, info) => {
    await tab.goto(`${baseURL}/bare.html`)
    await openChat(tab)
    // Keys reach the field without a click in the chat, as soon as it is ready.
    await expect
      .poll(async () => {
        await tab.typeAnywhere('x')
        return tab.value(field)
      })
      .toMatch(/x/)
    await tab.press('Control+a')
    await tab.typeAnywhere('tokens 200')
    await tab.press('Enter')
    await settled(tab)
    await expectText(tab, answers, 'word200')

    const key = `ends-${info.repeatEachIndex}`
    await send(tab, `tokens 40; hold ${key}; say and the end`)
    await expectText(tab, answers, 'word40')
    await expectCount(tab, button('Stop'), 1)
    await tab.evaluate(watchQuestion)
    await expect.poll(async () => (await placesOf(tab)).at(-1)).toBeCloseTo(12, 0)
    const before = (await placesOf(tab)).length
    model.release(key)
    await expectText(tab, answers, 'and the end')
    await settled(tab)
    const ended = (await placesOf(tab)).length
    await expect
      .poll(async () => (await placesOf(tab)).length)
      .toBeGreaterThan(ended + FRAMES_AFTER)
    expect(spreadOf((await placesOf(tab)).slice(before - 1))).toBeLessThanOrEqual(MOVED_PX)
    // Positive control: scrolling is detected.
    await tab.evaluate(() => document.querySelector('[role=log]')!.scrollBy(0, -20))
    await expect
      .poll(async () => spreadOf((await placesOf(tab)).slice(ended)))
      .toBeGreaterThan(MOVED_PX)

    await tab.reload()
    await openChat(tab)
    await expectCount(tab, questions, 2)
    await expectText(tab, answers, 'and the end')
  },
)

test(
  'files are attached, sent, and there after a reload',
  { tag: '@nightly' },
  async ({ tab, baseURL }, info) => {
    const paths = ['notes.txt', 'prices.txt'].map((name) => info.outputPath(name))
    for (const path of paths) await writeFile(path, 'Tea 2, coffee 3')
    await tab.goto(`${baseURL}/bare.html`)
    await openChat(tab)

    await tab.attach(button('Attach files'), paths)
    for (const name of ['notes.txt', 'prices.txt']) {
      await expectCount(tab, button(`Remove ${name}`), 1)
    }
    await tab.click(button('Remove prices.txt'))
    await expectCount(tab, button('Remove prices.txt'), 0)
    await send(tab, 'say I have read it')
    await expectText(tab, answers, 'I have read it')
    await settled(tab)
    await expectText(tab, questions, 'notes.txt')

    await tab.reload()
    await openChat(tab)
    await expectText(tab, questions, 'notes.txt')
    expect((await tab.texts(questions)).join()).not.toContain('prices.txt')
  },
)

test(
  'a question is edited, and both branches are read, after a reload too',
  { tag: '@nightly' },
  async ({ tab, baseURL }) => {
    await tab.goto(`${baseURL}/bare.html`)
    await openChat(tab)
    await send(tab, 'say Red')
    await expectText(tab, answers, 'Red')
    await settled(tab)

    await tab.click(button('Edit', questions))
    await tab.click({ role: 'textbox', name: 'Edit your message' })
    await tab.press('Control+a')
    await tab.typeAnywhere('say Blue')
    await tab.click(button('Save and send'))
    await expectText(tab, answers, 'Blue')
    await settled(tab)

    for (const isAfterReload of [false, true]) {
      if (isAfterReload) {
        await tab.reload()
        await openChat(tab)
      }
      await expectText(tab, answers, 'Blue')
      await tab.click(button('Previous version', questions))
      await expectText(tab, answers, 'Red')
      await expectCount(tab, articles, 2)
      await tab.click(button('Next version', questions))
      await expectText(tab, answers, 'Blue')
      await expectCount(tab, articles, 2)
    }
  },
)

test(
  'conversations are listed, searched, opened, renamed and begun',
  { tag: '@nightly' },
  async ({ tab, baseURL, site, alcove }, info) => {
    const key = `reader-${info.repeatEachIndex}`
    const token = createHostToken(key, HOST_SECRET)
    site.add(`/${key}.html`, { html: signedInPage(token) })
    await seedThreads(`http://localhost:${alcove.port}`, token, [
      { title: 'Invoice', texts: ['Where is my invoice?', 'It was sent on 4 March.'] },
      { title: 'Parcel', texts: ['Where is my parcel?', 'At the harbour of Hamburg.'] },
    ])
    await tab.goto(`${baseURL}/${key}.html`)
    await openChat(tab)
    const list = { role: 'navigation', name: 'Conversations' } as const
    const row = (title: string | RegExp) => button(title, { role: 'listitem', within: list })
    const heading = { role: 'heading' } as const
    await expectText(tab, answers, '4 March')

    await tab.click(button(/^Conversations/))
    await expectCount(tab, row('Invoice'), 1)
    await tab.type({ role: 'searchbox', within: list }, 'hambu')
    await expectCount(tab, row('Invoice'), 0)
    await tab.click(row(/^Parcel/))
    await expectText(tab, heading, 'Parcel')
    await expectText(tab, answers, 'Hamburg')

    await tab.click(button(/^Conversations/))
    await tab.click(button('More for Parcel', list))
    await tab.click({ role: 'menuitem', name: 'Rename' })
    await expectCount(tab, { role: 'textbox', within: list }, 1)
    await tab.press('Control+a')
    await tab.typeAnywhere('Lost parcel')
    await tab.press('Enter')
    await expectCount(tab, row(/^Lost parcel/), 1)
    await tab.click(button('Clear', list))
    await tab.click(row('Invoice'))
    await expectText(tab, answers, '4 March')

    await tab.click(button('New conversation'))
    await expectCount(tab, articles, 0)
    await send(tab, 'say Something else')
    await expectText(tab, answers, 'Something else')
    await settled(tab)
    await tab.click(button(/^Conversations/))
    await tab.click(row('Lost parcel'))
    await expectText(tab, answers, 'Hamburg')
  },
)

test(
  'a user who signs out leaves nothing behind, and finds everything again',
  { tag: '@nightly' },
  async ({ tab, baseURL, site }, info) => {
    const key = `counter-${info.repeatEachIndex}`
    const tokenOf = (name: string) => createHostToken(`${name}-${key}`, HOST_SECRET)
    const html = COUNTER_PAGE.replace('ADA', tokenOf('ada')).replace('BEN', tokenOf('ben'))
    site.add(`/${key}.html`, { html })
    await tab.goto(`${baseURL}/${key}.html`)
    await tab.clickOnPage('I am Ada')
    await openChat(tab)
    await send(tab, 'say Marmalade')
    await expectText(tab, answers, 'Marmalade')
    await settled(tab)
    await tab.type(field, 'A draft of Ada')

    await tab.clickOnPage('Leave')
    await expectCount(tab, articles, 0)
    await expect.poll(() => tab.value(field)).toBe('')

    await tab.clickOnPage('I am Ben')
    await send(tab, 'echo')
    await expectText(tab, answers, 'echo')
    await settled(tab)
    await expectCount(tab, articles, 2)
    expect((await tab.texts(log)).join()).not.toContain('Marmalade')
    await tab.clickOnPage('Leave')
    await expectCount(tab, articles, 0)

    await tab.clickOnPage('I am Ada')
    await expectText(tab, answers, 'Marmalade')
  },
)

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeSettingsAtom } from '../../world/settings.ts'
import { answer, question } from '../fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../mount-app.test-support.tsx'
// Loaded with the first announcement; here it is loaded already.
import './narration.tsx'

let app: MountedApp

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
  localStorage.clear()
})

const wait = (ms: number) => app.do(() => void vi.advanceTimersByTime(ms))
const grow = (text: string) =>
  app.do(() =>
    app.chat.tell({
      type: 'message',
      message: answer('a', text, { status: { type: 'running' } }),
    }),
  )
/** Returns all announcements about an answer of three paragraphs. */
async function hear(reading: 'paragraph' | 'whole') {
  app = await mountApp(({ store }) => store.set(changeSettingsAtom, { reading }))
  // A text stays for a while as one node. An announced repetition would be another node.
  const said = new Set<Node>()
  const note = () => {
    for (const node of app.container.querySelectorAll('[aria-live=polite] > *')) said.add(node)
  }
  await app.do(() => {
    app.chat.show([question('q', 'Hi'), answer('a', '', { status: { type: 'running' } })])
    app.chat.tell({ type: 'run', isRunning: true })
  })
  for (const text of [
    'One is',
    'One is **first**.\n\nTwo',
    'One is **first**.\n\nTwo is next.\n\n- a\n- b\n\nThr',
  ]) {
    await grow(text)
    await wait(1_100)
    note()
  }
  await app.do(() => {
    app.chat.tell({
      type: 'message',
      message: answer('a', 'One is **first**.\n\nTwo is next.\n\n- a\n- b\n\nThree.'),
    })
    app.chat.tell({ type: 'run', isRunning: false })
  })
  for (let round = 0; round < 20; round += 1) {
    await wait(200)
    note()
  }
  return [...said].map(({ textContent }) => textContent)
}

test('paragraphs are said as they come, and each once (A47)', async () => {
  expect(await hear('paragraph')).toEqual([
    'Assistant is answering',
    'One is first.',
    'Two is next. a. b.',
    'Assistant: Three.',
  ])
})

test('without that the answer is said once it is whole (A47)', async () => {
  expect(await hear('whole')).toEqual([
    'Assistant is answering',
    'Assistant: One is first. Two is next. a. b. Three.',
  ])
})

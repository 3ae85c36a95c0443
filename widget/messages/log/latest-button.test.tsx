import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

const CONTENT_PX = 2_000
const PORT_PX = 500
const END_PX = CONTENT_PX - PORT_PX
/** Distance within which the end counts as reached. */
const AWAY_PX = 64

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
})

/** A thread that is higher than its view, with reduced motion. */
async function mountLongThread() {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? real('all') : real(query),
  )
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), question('r', 'Hello?')]))
  // Parts that are drawn after the first paint.
  await act(() => vi.dynamicImportSettled())
  const log = app.container.querySelector<HTMLElement>('[role=log]')!
  const content = log.querySelector('article')!.parentElement!
  Object.defineProperties(log, {
    scrollHeight: { value: CONTENT_PX },
    clientHeight: { value: PORT_PX },
  })
  for (let box: HTMLElement | null = content; box && box !== log; box = box.parentElement) {
    Object.defineProperty(box, 'offsetHeight', { value: CONTENT_PX })
  }
  return {
    log,
    scrollTo: (top: number) =>
      app.do(() => {
        log.scrollTop = top
        log.dispatchEvent(new Event('scroll'))
      }),
    latest: () => app.button('Scroll to latest'),
  }
}

test('the way back to the latest is offered away from the end only, and leads there (2.1, A24, U10, U11)', async () => {
  const { log, scrollTo, latest } = await mountLongThread()
  await scrollTo(END_PX - AWAY_PX)
  expect(latest()).toBeUndefined()

  await scrollTo(END_PX - AWAY_PX - 1)
  expect(latest()).toBeDefined()

  await app.click(latest()!)
  expect(log.scrollTop).toBe(END_PX)
  expect(document.activeElement).toBe(log)
  expect(document.activeElement).toBe(log)
  await scrollTo(END_PX)
  expect(latest()).toBeUndefined()
})

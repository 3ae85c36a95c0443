import { afterEach, expect, test, vi } from 'vitest'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

const PORT_PX = 500

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
})

test('an arrow key that leads to a message higher than the view shows its beginning', async () => {
  app = await mountApp((chat) =>
    chat.show([
      question('q', 'Hi'),
      answer('fits', 'Yes'),
      question('r', 'And?'),
      answer('high', 'No'),
    ]),
  )
  const log = app.container.querySelector<HTMLElement>('[role=log]')!
  const shown: unknown[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
    this: Element,
    ...how
  ) {
    shown.push([(this as HTMLElement).dataset['messageId'], ...how])
  })
  Object.defineProperty(log, 'clientHeight', { value: PORT_PX })
  for (const article of log.querySelectorAll('article')) {
    const isHigh = article.dataset['messageId'] === 'high'
    Object.defineProperty(article, 'offsetHeight', { value: PORT_PX + Number(isHigh) })
  }

  log.focus()
  await app.press(log, 'ArrowUp')
  expect(document.activeElement).toBe(log.querySelector('[data-message-id=high]'))
  expect(shown).toEqual([['high', { block: 'start' }]])

  for (const id of ['r', 'fits']) {
    await app.press(document.activeElement!, 'ArrowUp')
    expect(document.activeElement).toBe(log.querySelector(`[data-message-id=${id}]`))
  }
  expect(shown).toHaveLength(1)
})

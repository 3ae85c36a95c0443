import { afterEach, expect, test } from 'vitest'
import { mountApp, type MountedApp } from '../mount-app.test-support.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

const banner = () => app.container.querySelector('.banner[role=status]')
const reconnecting = (isReconnecting: boolean) =>
  app.do(() => app.chat.tell({ type: 'reconnecting', isReconnecting }))

test('says that a lost stream is looked for, as long as the answer runs', async () => {
  app = await mountApp()
  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
  expect(banner()?.textContent).toBe('')

  await reconnecting(true)
  expect(banner()?.textContent).toBe('Reconnecting…')
  expect(app.button('Stop')).toBeDefined()
  await reconnecting(false)
  expect(banner()?.textContent).toBe('')

  await reconnecting(true)
  await app.do(() => app.chat.tell({ type: 'run', isRunning: false }))
  expect(banner()?.textContent).toBe('')
})

test('a browser without a network says so first', async () => {
  app = await mountApp()
  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
  await reconnecting(true)

  await app.do(() => app.chat.setOnline(false))
  expect(banner()?.textContent).toBe('You are offline. Messages are sent later.')
  await app.do(() => app.chat.setOnline(true))

  expect(banner()?.textContent).toBe('Reconnecting…')
})

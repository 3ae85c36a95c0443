import { expect, test, vi } from 'vitest'
import { createChat } from './create-chat.ts'
import { holdIframes, importSources } from './testing/create-stage.ts'

const corners = () =>
  [...document.querySelectorAll('alcove-root')].map(({ shadowRoot }) =>
    shadowRoot!.querySelector('button')!.getAttribute('aria-label'),
  )

test('two chats of a page have each their launcher, options and end', async () => {
  holdIframes()
  const [shop, help] = ['shop', 'help'].map((app) =>
    createChat({ app, launcherLabel: app, baseUrl: 'https://chat.test' }, importSources),
  )
  const told: string[] = []
  for (const chat of [shop!, help!]) chat.on('open', ({ instance }) => told.push(instance))
  await vi.waitFor(() => expect(corners()).toEqual(['shop', 'help']))

  help!.open().catch(() => {})
  await vi.waitFor(() => expect(told).toEqual(['help']))
  shop!.destroy()

  expect(corners()).toEqual(['Close chat'])
  await expect(shop!.open()).rejects.toMatchObject({ code: 'destroyed' })
  help!.destroy()
  expect(corners()).toEqual([])
})

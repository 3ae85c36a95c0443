import sharp from 'sharp'
import { startAlcove } from './alcove-server.ts'
import { expect, test as base } from './fixtures.ts'
import { reopen } from './messages.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'

const CONFIG = `export default {
  projects: {
    default: {
      assistants: {
        default: {
          can: { images: false },
          hooks: {
            beforeModel: ({ prompt }) =>
              JSON.stringify(prompt).includes('secret') ? { refuse: 'Not about this.' } : undefined,
            afterModel: ({ text }) => ({ text: text.replaceAll(/\\d{3}-\\d{4}/g, '[number]') }),
          },
        },
      },
    },
  },
}`

const test = base.extend({
  alcove: async ({ shared, model }, use) => {
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    await use(await shared('alcove with hooks', () => startAlcove({ env, config: CONFIG })))
  },
})

test('words that a hook of the owner changes are replaced on the screen, and a refused question stays', async ({
  page,
  model,
  chat,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say Call 555-1234 now; hold changed')
  await expect(chat.answer).toContainText('Call 555-1234 now')

  model.release('changed')
  await chat.settled()
  await expect(chat.answer).toContainText('Call [number] now')
  await expect(chat.answer).not.toContainText('555')

  await chat.send('say a secret')
  await expect(chat.log.getByText('Not about this.')).toBeVisible()
  await reopen(page, chat)
  await expect(chat.log.getByText('say a secret')).toBeVisible()
  await expect(chat.log.getByText('Call [number] now')).toBeVisible()
})

test('a person is told before sending that the assistant sees no pictures', async ({
  page,
  chat,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  const image = { width: 37, height: 23, channels: 3, background: 'teal' } as const
  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').click()
  await (
    await choosing
  ).setFiles([
    {
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: image }).png().toBuffer(),
    },
    { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') },
  ])
  const files = chat.frame.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

  await expect(files.filter({ hasText: 'photo.png' })).toContainText('cannot read this file')
  await expect(files.filter({ hasText: 'list.csv' })).toContainText('3 bytes')
  expect(await scanInLightAndDark(page)).toEqual([])
})

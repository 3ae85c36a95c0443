import type { Locator, Page } from '@playwright/test'
import { join } from 'node:path'
import { mountSmallVolume, NO_VOLUME, type SmallVolume } from '../scripts/small-volume.ts'
import { startAlcove } from './alcove-server.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, test as base } from './fixtures.ts'
import { action, questions } from './messages.ts'

const MIB = 1_048_576
const VOLUME_MIB = 24

/** The service with its data on a small separate disk that can be filled completely. */
const test = base.extend<{ readonly volume: SmallVolume }>({
  volume: async ({}, use, { skip }) => {
    const volume = mountSmallVolume(VOLUME_MIB)
    skip(volume === undefined, NO_VOLUME)
    await use(volume!)
    volume!.remove()
  },
  alcove: async ({ volume, model }, use) => {
    const server = await startAlcove({
      dataDir: join(volume.path, 'data'),
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_MIN_FREE_MIB: '0',
        ALCOVE_MIN_FREE_MIB_ANONYMOUS: '0',
      },
    })
    await use(server)
    await server.stop()
  },
})

/** Attaches a file of 4 MiB while 2 MiB are free, and returns the list of attached files. */
async function attachLarge(page: Page, chat: ChatPage, volume: SmallVolume): Promise<Locator> {
  await page.goto('/bare.html')
  await chat.open()
  volume.fill(2 * MIB)
  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').click()
  const buffer = Buffer.alloc(4 * MIB, 'x')
  await (await choosing).setFiles([{ name: 'large.txt', mimeType: 'text/plain', buffer }])
  return chat.frame.getByRole('list', { name: 'Attached files' })
}

test('a browser learns that a file does not fit, and the message is sent without it', async ({
  page,
  chat,
  volume,
}) => {
  const tray = await attachLarge(page, chat, volume)

  await expect(tray).toContainText(
    'The server has no room for files at the moment. Messages without files can still be sent.',
  )
  await action(tray, 'Remove large.txt').click()
  await chat.send('say Without it')
  await chat.settled()
  await expect(questions(chat)).toHaveCount(1)
  await expect(chat.log).toContainText('Without it')
})

test(
  'a file that found no room is uploaded again once there is some',
  { tag: '@nightly' },
  async ({ page, chat, volume }) => {
    const tray = await attachLarge(page, chat, volume)
    const retry = action(tray, 'Upload large.txt again')
    await expect(retry).toBeVisible()

    volume.clear()
    await retry.click()

    await expect(retry).toBeHidden()
    await chat.send('say With it')
    await chat.settled()
    await expect(questions(chat).first()).toContainText('large.txt')
  },
)

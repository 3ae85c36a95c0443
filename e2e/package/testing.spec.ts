import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '../fixtures.ts'
import { addTagPage } from '../tag-page.ts'
import { createConsumer } from './consumer.ts'

/** The published interface. */
interface Kit {
  driveChat(page: object): {
    open(): Promise<void>
    close(): Promise<void>
    send(text: string): Promise<void>
    lastAnswer(): Promise<string>
    decide(isAllowed: boolean): Promise<void>
  }
}

test(
  'the kit of the package drives a chat in any language, as a visitor does (D27)',
  { tag: '@nightly' },
  async ({ page, site }) => {
    const tools = `<script>addEventListener('load', () => Alcove('tool', 'buy', {
    description: 'Buys', parameters: { type: 'object' }, run: () => 'bought' }))</script>`
    addTagPage(site, '/kit.html', 'data-locale="de"', tools)
    await page.goto('/kit.html')
    const consumer = await createConsumer()
    const file = join(consumer.folder, 'node_modules/alcove/testing.js')
    const { driveChat } = (await import(pathToFileURL(file).href)) as Kit
    const chat = driveChat(page)

    await chat.open()
    await chat.send('say Good morning')
    expect(await chat.lastAnswer()).toContain('Good morning')

    for (const isAllowed of [false, true]) {
      await chat.send(`tool buy {}; next; say ${isAllowed ? 'Bought' : 'Left'}`)
      await chat.decide(isAllowed)
      expect(await chat.lastAnswer()).toContain(isAllowed ? 'Bought' : 'Left')
    }
    await chat.close()
    await expect(page.locator('#panel')).toBeHidden()
    await consumer.stop()
  },
)

import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { createChatPage } from '../../e2e/chat-page.ts'
import type { StatesWorld } from '../../e2e/states/start-states-world.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawSheet, type SheetPicture } from './draw-sheet.ts'

/** The narrowest window that the chat has to support, in which long texts are cut off first. */
const WINDOW = { width: 320, height: 568 }
const QUESTION = 'json "1042"'

/** Tags of the locale files and English, without pseudo locales. */
const LANGUAGES = ['en.ts', ...readdirSync(join(REPOSITORY_ROOT, 'widget/i18n/locales'))]
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => !/-X[AB]$/.test(name))

/** Photographs five states in each language, and draws sheets. Returns the number of failures. */
export async function photographLanguages(
  browser: Browser,
  world: StatesWorld,
  folder: string,
): Promise<number> {
  let failed = 0
  for (const language of LANGUAGES) {
    const pictures: SheetPicture[] = []
    const take = async (page: Page, state: string) => {
      const png = await page.screenshot()
      await writeFile(join(folder, `language-${language}-${state.replaceAll(' ', '-')}.png`), png)
      pictures.push({ label: `${language}: ${state}`, png })
    }
    try {
      await photographLanguage(browser, world, language, take)
    } catch (error) {
      failed += 1
      console.error(language, String(error))
    }
    if (pictures.length > 0)
      await writeFile(join(folder, `sheet-language-${language}.png`), await drawSheet(pictures))
    console.log(`${language}: ${pictures.length} pictures`)
  }
  return failed
}

async function photographLanguage(
  browser: Browser,
  { site }: StatesWorld,
  language: string,
  take: (page: Page, state: string) => Promise<void>,
): Promise<void> {
  const path = `/language-${language}.html`
  site.add(path, {
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width">
      <h1>1042</h1><script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script></html>`,
  })
  const context = await browser.newContext({ viewport: WINDOW, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.goto(`http://localhost:${site.port}${path}`)
    const { frame } = createChatPage(page)
    const field = frame.locator('textarea')
    await page.locator('alcove-root #launcher').click()
    await expect(frame.locator('html')).toHaveAttribute('lang', language)
    await expect(field).toBeVisible()
    await take(page, 'empty')

    await field.fill(QUESTION)
    await frame.locator('.send-button').click()
    await expect(frame.locator('article').nth(1)).toContainText('1042')
    await expect(frame.locator('article').nth(1).locator('button').first()).toBeVisible()
    await take(page, 'answered')

    const menu = frame.locator('header [aria-haspopup=menu]')
    await menu.click()
    await expect(frame.getByRole('menu')).toBeVisible()
    await take(page, 'menu')
    await frame.getByRole('menuitem').first().click()
    await expect(frame.getByRole('dialog')).toBeVisible()
    await take(page, 'transcript')
    await page.keyboard.press('Escape')

    await frame.locator('header button').first().click()
    await expect(frame.locator('nav li')).not.toHaveCount(0)
    await take(page, 'list')
  } finally {
    await context.close()
  }
}

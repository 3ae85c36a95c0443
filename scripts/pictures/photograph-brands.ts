import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Browser, type BrowserContextOptions } from '@playwright/test'
import { createChatPage } from '../../e2e/chat-page.ts'
import type { StatesWorld } from '../../e2e/states/start-states-world.ts'
import { drawSheet, type SheetPicture } from './draw-sheet.ts'

/** Brands that differ in all options of an owner. */
const BRANDS: Readonly<Record<string, string>> = {
  pine: '',
  plum: 'data-accent="#7c3aed" data-radius="pill" data-density="spacious" data-name="Pip" data-greeting="What shall we read?" data-prompts="Something funny|Something long|A surprise" data-font="Georgia, serif"',
  bank: 'data-accent="#1d4ed8" data-radius="sharp" data-density="compact" data-name="Northern Trust Support" data-hint="We never ask for your password." data-disclaimer="Calls are answered until 8 p.m." data-header-action="Call us"',
  citrus:
    'data-accent="#facc15" data-radius="soft" data-name="Zest" data-greeting="Hungry?" data-launcher-label="Order" data-launcher-icon="M12 5v14M5 12h14" data-accent-mode="brand"',
}

const PLACES: Readonly<
  Record<string, { readonly attributes: string; readonly isTouched?: true; readonly body?: string }>
> = {
  popover: { attributes: '' },
  sidebar: { attributes: 'data-mode="sidebar"' },
  inline: {
    attributes: 'data-mode="inline" data-target="#here"',
    body: '<div id="here" style="height: 600px; max-width: 44rem"></div>',
  },
  phone: { attributes: '', isTouched: true },
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1_000, height: 760 } }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}
const SCRIPT = 'Which mugs are there?'
const ANSWER =
  'json "We have **three** of them:\\n\\n- *Enamel mug*, 18 €\\n- *Clay mug*, 24 €\\n- *Travel mug*, 30 €\\n\\nAll can be [seen in the shop](https://shop.example/mugs)."'

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; background: light-dark(#f4f3ef, #1d1d1b); color: light-dark(#222, #ddd) }
  main { padding: 24px 40px }`

/**
 * Photographs each brand in each place, light and dark, with an answer, on a sheet per brand. Returns the
 * number of failures.
 */
export async function photographBrands(
  browser: Browser,
  { site, model }: StatesWorld,
  folder: string,
): Promise<number> {
  model.teach(SCRIPT, ANSWER)
  let failed = 0
  for (const [brand, look] of Object.entries(BRANDS)) {
    const pictures: SheetPicture[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [place, { attributes, isTouched, body = '' }] of Object.entries(PLACES)) {
        const path = `/brand-${brand}-${place}.html`
        site.add(path, {
          html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width">
            <style>${STYLE}</style><main><h1>A shop</h1><p>Boots, tents, mugs.</p>${body}</main>
            <script async src="{{ALCOVE_ORIGIN}}/alcove.js" ${look} ${attributes}></script></html>`,
        })
        const size = isTouched ? PHONE : DESKTOP
        const context = await browser.newContext({ ...size, colorScheme, reducedMotion: 'reduce' })
        try {
          const page = await context.newPage()
          await page.goto(`http://localhost:${site.port}${path}`)
          const chat = createChatPage(page)
          if (place !== 'inline') await page.locator('#launcher').click()
          await expect(chat.composer).toBeVisible()
          await chat.composer.fill(SCRIPT)
          // On a phone, Enter starts a new line.
          await chat.frame.locator('.send-button').click()
          await expect(chat.answer.getByRole('link', { name: 'seen in the shop' })).toBeVisible()
          await chat.settled()
          const png = await page.screenshot()
          await writeFile(join(folder, `brand-${brand}-${place}-${colorScheme}.png`), png)
          pictures.push({ label: `${brand}: ${place}, ${colorScheme}`, png })
        } catch (error) {
          failed += 1
          console.error(String(error))
        }
        await context.close()
      }
    }
    if (pictures.length > 0)
      await writeFile(join(folder, `sheet-brand-${brand}.png`), await drawSheet(pictures))
    console.log(`${brand}: ${pictures.length} pictures`)
  }
  return failed
}

import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { BrowserContext, Frame } from '@playwright/test'

const MARGINS = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' }

export interface PrintedPage {
  /** Darkness of the picture's corner and its darkest pixel, from 0 for white to 1 for black. */
  readonly corner: number
  readonly darkest: number
  /** Share of its width that is white at the right. */
  readonly marginRight: number
}

/**
 * Prints a document as Chromium makes a PDF of it. A frame can be printed separately only through the
 * system's dialog, so its document and styles are copied out of it.
 */
export async function printFrame(context: BrowserContext, frame: Frame) {
  const html = await frame.evaluate(() => {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
    const css = sheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    const root = document.documentElement.cloneNode(true) as HTMLElement
    for (const each of root.querySelectorAll('script, link, meta')) each.remove()
    const style = document.createElement('style')
    style.textContent = css.join('\n')
    root.querySelector('head')!.append(style)
    return `<!doctype html>${root.outerHTML}`
  })
  const page = await context.newPage()
  await page.setContent(html)
  await page.emulateMedia({ media: 'print' })
  const words = await page.locator('body').innerText()
  /** Printed addresses of links. */
  const addresses = await page
    .locator('.print-sheet a[href]')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content))
  const pages = await readPages(
    await page.pdf({ format: 'A4', margin: MARGINS, printBackground: true }),
  )
  await page.close()
  return { words, addresses, pages }
}

async function readPages(pdf: Uint8Array): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init()
  const file = await library.loadDocument(pdf)
  const pages: PrintedPage[] = []
  for (const page of file.pages()) {
    const { data, width, height } = await page.render({ scale: 1, render: 'bitmap' })
    // Four bytes per pixel.
    const darkness = (x: number, y: number) => {
      const at = 4 * (y * width + x)
      return 1 - (data[at]! + data[at + 1]! + data[at + 2]!) / 765
    }
    const columns = Array.from({ length: width }, (_, x) =>
      Math.max(...Array.from({ length: height }, (_row, y) => darkness(x, y))),
    )
    pages.push({
      corner: darkness(2, 2),
      darkest: Math.max(...columns),
      marginRight: 1 - (columns.findLastIndex((dark) => dark > 0.2) + 1) / width,
    })
  }
  file.destroy()
  library.destroy()
  return pages
}

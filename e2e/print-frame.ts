import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { BrowserContext, Frame } from '@playwright/test'

const MARGINS = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' }

export interface PrintedPage {
  /** Of the page's picture, from 0 for white to 1 for black: its corner, and its darkest place. */
  readonly corner: number
  readonly darkest: number
  /** How much of its width is white at the right. */
  readonly marginRight: number
}

/**
 * The pages of a document that is about to be printed, as Chromium makes a PDF of them. A frame is printed
 * by itself only through the system's dialog; so its document, with the rules of its style, is taken out of it.
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
    // Four bytes of a pixel.
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

import type { Locator } from '@playwright/test'
import { expect, test } from './tool-fixtures.ts'

// Words of owners and tools in a page of the other direction: their marks stand where their own language puts them.

const ENGLISH = {
  lang: 'ar',
  dir: 'rtl',
  greeting: 'What takes you outdoors?',
  hint: 'Ask about goods, and more.',
  prompt: 'Where is my order?',
  action: 'Call us!',
  placeholder: 'Ask Tarn…',
  tool: 'Fill the cart',
  disclaimer: 'Tarn may be wrong.',
  preview: 'One more, please.',
}
const ARABIC: typeof ENGLISH = {
  lang: 'en',
  dir: 'ltr',
  greeting: 'Tarn: كيف نساعدك اليوم؟',
  hint: 'اسأل عن السلع وغيرها.',
  prompt: 'أين طلبي؟',
  action: 'اتصل بنا!',
  placeholder: 'اسأل…',
  tool: 'املأ السلة',
  disclaimer: 'قد يخطئ المساعد.',
  preview: 'واحدة أخرى من فضلك.',
}

const pageOf = ({ lang, dir, ...words }: typeof ENGLISH) => `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title></head>
<body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script>
<script>
  const words = ${JSON.stringify(words)}
  Alcove('update', {
    startScreen: { greeting: words.greeting, hint: words.hint, prompts: [words.prompt] },
    header: { action: { label: words.action } },
    composer: { placeholder: words.placeholder },
    disclaimer: { text: words.disclaimer },
    launcher: { label: 'Open chat' },
  })
  Alcove('tool', 'fill_cart', {
    description: 'Fills the cart', parameters: { type: 'object', properties: {} }, approval: 'ask',
    labels: { title: words.tool }, preview: () => words.preview, run: () => 1,
  })
</script></body></html>`

/** Whether the last character of an element's text is at the left of its first letter, and the text at the page's side. */
const layoutOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const document = element.ownerDocument
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const text = walker.nextNode() as Text
    const boxAt = (index: number) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return range.getBoundingClientRect()
    }
    const letters = text.data.search(/[\u0600-\u06ff]/u)
    const first = boxAt(letters === -1 ? 0 : letters)
    const last = boxAt(text.data.length - 1)
    const range = document.createRange()
    range.selectNodeContents(element)
    const words = range.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    return {
      end: last.left < first.left ? 'left' : 'right',
      side: words.left - box.left < box.right - words.right ? 'left' : 'right',
    }
  })

/** Whether a field's placeholder has the direction of its own letters. */
const placeholderOf = (field: Locator) =>
  field.evaluate((element) => getComputedStyle(element, '::placeholder').unicodeBidi)

for (const [name, words, end] of [
  ['English words in an Arabic page', ENGLISH, 'right'],
  ['Arabic words in an English page', ARABIC, 'left'],
] as const) {
  test(`${name} have their own direction, at the side of the page's words (U110)`, async ({
    page,
    site,
    chat,
    beginTrial,
  }) => {
    const path = `/words-${words.lang}.html`
    site.add(path, { html: pageOf(words) })
    await page.goto(path)
    await page.getByRole('button', { name: 'Open chat' }).click()
    const { frame } = chat
    await expect(frame.locator('html')).toHaveAttribute('dir', words.dir)
    await expect(frame.getByRole('heading', { level: 2 })).toHaveText(words.greeting)
    const side = words.dir === 'rtl' ? 'right' : 'left'

    for (const text of [words.greeting, words.hint, words.prompt]) {
      const element = frame.getByText(text, { exact: true })
      // The app replaces the greeting that the frame's document has drawn.
      await expect.poll(() => layoutOf(element), text).toEqual({ end, side })
    }
    for (const text of [words.action, words.disclaimer]) {
      const element = frame.getByText(text, { exact: true })
      await expect.poll(() => layoutOf(element), text).toMatchObject({ end })
    }
    const field = frame.locator('textarea')
    expect(await placeholderOf(field)).toBe('plaintext')

    const { key } = beginTrial()
    await field.fill(`say ${key}; tool fill_cart {}; next; say Filled`)
    await field.press('Enter')
    const card = frame.getByRole('group').filter({ has: frame.locator('.decision-title') })
    const title = card.locator('.decision-title .tool-name')
    await expect(title).toHaveText(`${words.tool}${words.lang === 'ar' ? '؟' : '?'}`)
    expect(await layoutOf(title)).toMatchObject({ end })
    expect(await layoutOf(card.getByText(words.preview))).toEqual({ end, side })
  })
}

import { expect, test } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

const INVOICES = `<p id="terms">Thirty days.</p><div style="height: 2000px"></div>
  <section id="invoice-42"><h2>Invoice 42</h2><p>Due on 1 May: 120 euros</p>
  <button data-alcove-context="Invoice 42">Ask about this</button></section>`

test('the pressed element is the subject of the next question, and the answer links back to it', async ({
  page,
  site,
  chat,
  model,
}) => {
  addTagPage(site, '/invoices.html', 'data-triggers="true" data-links="page"', INVOICES)
  await page.goto('/invoices.html?session=secret')
  await expect(chat.launcher).toBeVisible()
  const ask = page.getByRole('button', { name: 'Ask about this' })
  const link = `http://localhost:${site.port}/invoices.html#invoice-42`

  await ask.click()
  const quote = chat.frame.getByRole('listitem').filter({ hasText: 'Invoice 42' })
  await expect(quote).toContainText('Due on 1 May: 120 euros')
  await chat.send(`say See [the invoice](${link})`)
  await expect(chat.answer).toContainText('See the invoice')
  await chat.settled()
  await expect(quote).toHaveCount(0)
  const asked = model.requests
    .map(({ body }) => JSON.stringify(body))
    .find((body) => body.includes('Due on 1 May'))
  for (const words of ['Invoice 42', '120 euros', link]) expect(asked).toContain(words)
  expect(asked).not.toContain('session=secret')

  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.locator('#invoice-42')).not.toBeInViewport()
  // Watched from before the click, because the outline soon ends.
  const outlined = page.locator('#invoice-42').evaluate(async (invoice) => {
    while (invoice.getAnimations().length === 0) await new Promise(requestAnimationFrame)
  })
  await chat.answer.getByRole('link', { name: 'the invoice' }).click()
  await expect(page.locator('#invoice-42')).toBeInViewport()
  await outlined

  await test.step('words that are marked go before those around the press, and can be taken out', async () => {
    await page.getByText('Due on 1 May').selectText()
    await ask.click()
    await expect(quote).toContainText('Due on 1 May: 120 euros')
    await expect(quote).not.toContainText('Ask about this')
    await quote.getByRole('button', { name: 'Remove Invoice 42' }).click()
    await expect(quote).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
  })
})

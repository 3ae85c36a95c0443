import { expect, test } from './fixtures.ts'
import { questions } from './messages.ts'
import { addTagPage } from './tag-page.ts'

const MARK = 'The assistant no longer remembers what is above.'

test('a line shows where the model’s memory begins, and a reload shows it again', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/memory.html', '')
  await page.goto('/memory.html')
  await chat.open()
  const send = async (script: string, answer: string) => {
    await chat.send(script)
    await chat.settled()
    await expect(chat.answer).toContainText(answer)
  }
  const mark = chat.log.getByText(MARK)

  await send('say First', 'First')
  await send('say Second', 'Second')
  await expect(mark).toHaveCount(0)
  // The model refuses the whole conversation, and takes a part of it.
  await send('status 413 times=1; say Third', 'Third')
  const forgetting = questions(chat).filter({ hasText: MARK })

  await expect(mark).toHaveCount(1)
  await expect(forgetting).toHaveCount(1)
  const first = await forgetting.textContent()
  expect(first).not.toContain('say First')

  await page.reload()
  await chat.open()
  await expect(mark).toHaveCount(1)
  await expect(forgetting).toHaveText(first ?? '')
})

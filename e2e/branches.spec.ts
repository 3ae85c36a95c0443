import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { action, answers, holdChatCalls, questions, reopen, stopHeld } from './messages.ts'

test.beforeEach(async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
})

const previous = (message: Locator) => action(message, 'Previous version')
const next = (message: Locator) => action(message, 'Next version')
const field = (message: Locator) => message.getByRole('textbox', { name: 'Edit your message' })
const save = (message: Locator) => action(message, 'Save and send')

/** Expects the number of the shown version of a message, and the count of versions. */
async function expectPlace(message: Locator, number: number, count: number) {
  const place = new RegExp(`^${number} of ${count}\\b`)
  await expect(next(message)).toHaveAccessibleDescription(place)
  const isFirst = number === 1
  const isLast = number === count
  await (isFirst ? expect(previous(message)) : expect(previous(message)).not).toBeDisabled()
  await (isLast ? expect(next(message)) : expect(next(message)).not).toBeDisabled()
}

async function edit(message: Locator, text: string) {
  await action(message, 'Edit').click()
  await field(message).fill(text)
  await save(message).click()
}

test('questions are edited and sent again', async ({ page, chat }) => {
  await test.step('an edit makes a branch, and both can be read, also after a reload (U67)', async () => {
    const [question, answer] = [questions(chat).first(), answers(chat).first()]
    await chat.send('say Red')
    await chat.settled()
    await expect(previous(question)).toHaveCount(0)

    await edit(question, 'say Blue')
    await expect(answer).toContainText('Blue')
    await chat.settled()
    await expect(question).toContainText('say Blue')
    await expect(chat.log.getByRole('article')).toHaveCount(2)

    async function readBoth() {
      await expectPlace(question, 2, 2)
      await previous(question).click()
      await expect(answer).toContainText('Red')
      await expect(answer).not.toContainText('Blue')
      await expectPlace(question, 1, 2)
      await next(question).click()
      await expect(answer).toContainText('Blue')
      await expectPlace(question, 2, 2)
    }
    await readBoth()
    await reopen(page, chat)
    await readBoth()

    // The new message belongs only to the shown branch.
    await previous(question).click()
    await chat.send('echo')
    await expect(answers(chat).last()).toContainText('assistant: Red')
    await expect(answers(chat).last()).not.toContainText('Blue')
    await chat.settled()
    await reopen(page, chat)
    await expect(chat.log.getByRole('article')).toHaveCount(4)
    await expectPlace(question, 1, 2)
    await next(question).click()
    await expect(chat.log.getByRole('article')).toHaveCount(2)
  })

  await test.step('an edit in the middle takes what follows away, and the way back stays', async () => {
    await chat.startAnew()
    for (const word of ['One', 'Two', 'Three']) {
      await chat.send(`say ${word}`)
      await chat.settled()
    }
    const middle = questions(chat).nth(1)

    await edit(middle, 'echo')
    await chat.settled()

    await expect(chat.log.getByRole('article')).toHaveCount(4)
    await expect(answers(chat).last()).toContainText('assistant: One')
    await expect(answers(chat).last()).not.toContainText('Two')
    await expectPlace(middle, 2, 2)
    await previous(middle).click()
    // The selected version stays selected after a reload.
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      await expectPlace(middle, 1, 2)
      await expect(chat.log.getByRole('article')).toHaveCount(6)
      await expect(answers(chat).last()).toContainText('Three')
    }
  })
})

test(
  'an edit keeps the files of its message, and one can be left out',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    const question = questions(chat).first()
    const chooser = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    await (
      await chooser
    ).setFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('first') },
      { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('second') },
    ])
    await chat.send('say Read')
    await chat.settled()

    await action(question, 'Edit').click()
    await expect(save(question)).toBeDisabled()
    await action(question, 'Remove one.txt').click()
    await save(question).click()
    await expect(field(question)).toHaveCount(0)
    await chat.settled()

    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      await expectPlace(question, 2, 2)
      await expect(question).toContainText('two.txt')
      await expect(question).not.toContainText('one.txt')
      await previous(question).click()
      await expect(question).toContainText('two.txt')
      await expect(question).toContainText('one.txt')
      await next(question).click()
    }
  },
)

test(
  'an edit is begun, left, kept and saved',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    await test.step('Escape leaves an edit and keeps its words, Cancel forgets them, and an unchanged text is not sent', async () => {
      const question = questions(chat).first()
      await chat.send('say Kept')
      await chat.settled()

      await action(question, 'Edit').click()
      await expect(field(question)).toBeFocused()
      await expect(field(question)).toHaveValue('say Kept')
      await expect(save(question)).toBeDisabled()
      await expect(action(question, 'Edit')).toHaveCount(0)
      await field(question).press('Enter')
      await expect(field(question)).toHaveCount(0)
      await action(question, 'Edit').click()
      await field(question).fill('   ')
      await expect(save(question)).toBeDisabled()
      // Positive control.
      await field(question).fill('say Changed')
      await expect(save(question)).toBeEnabled()

      await page.keyboard.press('Escape')
      await expect(field(question)).toHaveCount(0)
      await expect(action(question, 'Edit')).toBeFocused()
      await expect(question).toContainText('say Kept')
      await expect(chat.composer).toBeVisible()
      await expect(previous(question)).toHaveCount(0)

      await action(question, 'Edit').click()
      await expect(field(question)).toHaveValue('say Changed')
      await action(question, 'Cancel').click()
      await expect(question).toContainText('say Kept')
      await action(question, 'Edit').click()
      await expect(field(question)).toHaveValue('say Kept')

      await reopen(page, chat)
      await expect(question).toContainText('say Kept')
      await expect(previous(question)).toHaveCount(0)
    })

    await test.step('what was changed in a message and not sent is there after a reload, and gone once it is sent', async () => {
      await chat.startAnew()
      const question = questions(chat).first()
      await chat.send('say Before')
      await chat.settled()
      await action(question, 'Edit').click()
      await field(question).fill('say After')

      await reopen(page, chat)
      await action(question, 'Edit').click()
      await expect(field(question)).toHaveValue('say After')
      await save(question).click()
      await chat.settled()
      await expect(chat.log).toContainText('After')

      await reopen(page, chat)
      await previous(question).click()
      await action(question, 'Edit').click()
      await expect(field(question)).toHaveValue('say Before')
    })

    await test.step('one message is edited at a time', async () => {
      await chat.startAnew()
      const [first, second] = [questions(chat).nth(0), questions(chat).nth(1)]
      for (const word of ['One', 'Two']) {
        await chat.send(`say ${word}`)
        await chat.settled()
      }

      await action(first, 'Edit').click()
      await field(first).fill('say Half changed')
      await action(second, 'Edit').click()

      await expect(field(first)).toHaveCount(0)
      await expect(first).toContainText('say One')
      await expect(field(second)).toBeFocused()
      await action(second, 'Cancel').click()
      await expect(chat.frame.getByRole('textbox')).toHaveCount(1)
    })

    await test.step('an edit can be written while an answer runs, and saved after it', async () => {
      await chat.startAnew()
      const question = questions(chat).first()
      await chat.send(`say Red; hold ${testId}-while`)
      await expect(chat.answer).toContainText('Red')

      await action(question, 'Edit').click()
      await field(question).fill('say Blue')
      await expect(save(question)).toBeDisabled()
      await expect(field(question)).toHaveAccessibleDescription(/Save when it is finished/)
      await field(question).press('Enter')
      await expect(field(question)).toHaveValue('say Blue')

      model.release(`${testId}-while`)
      await chat.settled()
      await save(question).click()
      await expect(answers(chat).first()).toContainText('Blue')
    })
  },
)

test(
  'answers are made again, one of them while it runs',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    await test.step('an answer made again stands beside the old one, which is read until the new one begins (U69)', async () => {
      const answer = answers(chat).first()
      await chat.send('say Answered')
      await chat.settled()
      await expect(action(questions(chat).first(), 'Answer again')).toHaveCount(0)

      const gate = await holdChatCalls(page)
      await action(answer, 'Answer again').click()
      await expect(chat.button('Stop')).toBeVisible()
      await expect(answer).toContainText('Answered')
      await expect(action(answer, 'Answer again')).toHaveCount(0)
      await expect(previous(answer)).toHaveCount(0)
      gate.open()
      await chat.settled()

      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expect(chat.log.getByRole('article')).toHaveCount(2)
        await expectPlace(answer, 2, 2)
        await previous(answer).click()
        await expectPlace(answer, 1, 2)
        await expect(answer).toContainText('Answered')
        await next(answer).click()
      }
    })

    await test.step('stopping an answer made again before its first word leaves the old one', async () => {
      await chat.startAnew()
      const answer = answers(chat).first()
      await chat.send('say Answered')
      await chat.settled()

      const gate = await holdChatCalls(page)
      await action(answer, 'Answer again').click()
      await stopHeld(page, chat, gate)
      gate.open()
      await chat.settled()

      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expect(chat.log.getByRole('article')).toHaveCount(2)
        await expect(answer).toContainText('Answered')
        await expect(previous(answer)).toHaveCount(0)
        await expect(chat.composer).toHaveValue('')
      }
    })

    await test.step('versions wait while an answer runs, and say why', async () => {
      await chat.startAnew()
      const question = questions(chat).first()
      await chat.send('say Red')
      await chat.settled()
      await edit(question, 'say Blue')
      await chat.settled()

      await chat.send(`say Green; hold ${testId}-versions`)
      await expect(answers(chat).last()).toContainText('Green')
      await expect(previous(question)).toBeDisabled()
      await expect(previous(question)).toHaveAccessibleDescription(
        /Wait for the answer, or stop it/,
      )
      await previous(question).focus()
      await previous(question).press('Enter')
      await expect(question).toContainText('say Blue')
      await expect(action(answers(chat).first(), 'Answer again')).toHaveCount(0)

      model.release(`${testId}-versions`)
      await chat.settled()
      await expectPlace(question, 2, 2)
      await expect(action(answers(chat).first(), 'Answer again')).toBeVisible()
    })
  },
)

test(
  'answers that were stopped or failed are made again',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    await test.step('a stopped answer is made again beside its half', async () => {
      const answer = answers(chat).first()
      await chat.send(`say Half; hold ${testId}-half; json " and whole"`)
      await expect(answer).toContainText('Half')
      await chat.button('Stop').click()
      await chat.settled()
      await expect(answer).toContainText('Stopped')

      model.release(`${testId}-half`)
      await action(answer, 'Try again').click()
      await expect(answer).toContainText('Half and whole')
      await chat.settled()

      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expectPlace(answer, 2, 2)
        await expect(answer).not.toContainText('Stopped')
        await previous(answer).click()
        await expect(answer).toContainText('Stopped')
        await expect(answer).not.toContainText('and whole')
        await next(answer).click()
      }
    })

    await test.step('stopping an answer made again in the middle keeps both halves', async () => {
      await chat.startAnew()
      const answer = answers(chat).first()
      await chat.send(`say Half; hold ${testId}-halves`)
      await expect(answer).toContainText('Half')
      await chat.button('Stop').click()
      await chat.settled()

      await action(answer, 'Try again').click()
      await expect(chat.button('Stop')).toBeVisible()
      await expect(answer).not.toContainText('Stopped')
      await expect(answer).toContainText('Half')
      await page.keyboard.press('Escape')
      await chat.settled()

      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expectPlace(answer, 2, 2)
        await expect(answer).toContainText('Stopped')
        await previous(answer).click()
        await expectPlace(answer, 1, 2)
        await expect(answer).toContainText('Stopped')
        await next(answer).click()
      }
    })

    await test.step('a failed answer is made again', async () => {
      await chat.startAnew()
      const answer = answers(chat).first()
      await chat.send('status 500 retry-after=0 times=3; say Well again')
      await expect(chat.button('Try again')).toBeVisible()

      await action(answer, 'Try again').click()
      await expect(answer).toContainText('Well again')
      await chat.settled()

      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expect(answer).toContainText('Well again')
        await expect(chat.button('Try again')).toHaveCount(0)
        await expect(chat.log.getByRole('article')).toHaveCount(2)
      }
    })
  },
)

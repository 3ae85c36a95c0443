import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startAlcove } from './alcove-server.ts'
import { expect, test } from './fixtures.ts'
import { startHostSite } from './host-site.ts'
import { answers, questions } from './messages.ts'
import { scanAccessibility } from './scan-accessibility.ts'

const SUGGESTIONS = ['Who pays for it?', 'Can I swap it instead?', 'كم يستغرق ذلك؟']

/** A model that answers with `said`, and suggests what may be asked next. */
async function startModel() {
  const state = { said: 'For 30 days.', finish: 'stop', suggested: 0 }
  const server = createServer(async (request, response) => {
    const isSuggesting = (await text(request)).includes('likely to ask next')
    if (isSuggesting) state.suggested += 1
    const content = isSuggesting ? SUGGESTIONS.map((one) => `- ${one}`).join('\n') : state.said
    const finish_reason = isSuggesting ? 'stop' : state.finish
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const choice of [
      { delta: { role: 'assistant', content }, finish_reason: null },
      { delta: {}, finish_reason },
    ]) {
      const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'any' }
      response.write(
        `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`,
      )
    }
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

for (const isOn of [true, false]) {
  test(`suggestions follow a whole answer, if the project offers them: ${isOn}`, async ({
    page,
    chat,
  }) => {
    const model = await startModel()
    const alcove = await startAlcove({
      env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
      config: `export default { projects: { default: { suggestions: ${isOn} } } }`,
    })
    const site = await startHostSite(`http://localhost:${alcove.port}`)
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await chat.open()
    await chat.send('How long can I send it back?')
    await expect(answers(chat).last()).toContainText('For 30 days.')
    await chat.settled()
    const offered = chat.log.getByRole('list', { name: 'Suggestions' }).getByRole('button')

    if (isOn) {
      await test.step('they are shown below the answer, each in its own direction', async () => {
        await expect(offered).toHaveText(SUGGESTIONS)
        await expect(offered.last()).toHaveAttribute('dir', 'rtl')
        expect(await scanAccessibility(page)).toEqual([])
      })

      await test.step('typing hides them', async () => {
        await chat.composer.fill('Or')
        await expect(offered.first()).toBeHidden()
        await chat.composer.fill('')
        await expect(offered.first()).toBeVisible()
      })

      await test.step('a press sends one, and the focus is in the field', async () => {
        await offered.first().focus()
        await page.keyboard.press('Enter')
        await expect(questions(chat).last()).toContainText(SUGGESTIONS[0]!)
        await expect(chat.composer).toBeFocused()
        await expect.poll(() => model.state.suggested).toBe(2)
        await expect(offered).toHaveText(SUGGESTIONS.slice(1))
      })

      await test.step('none follow an answer that was cut off', async () => {
        Object.assign(model.state, { said: 'Well,', finish: 'length' })
        await chat.send('And then?')
        await expect(answers(chat).last()).toContainText('maximum length')
        await expect(offered).toHaveCount(0)
      })
    } else {
      await chat.send('And then?')
      await expect(answers(chat)).toHaveCount(2)
      await chat.settled()
      await expect(offered).toHaveCount(0)
    }
    expect(model.state.suggested).toBe(isOn ? 2 : 0)

    model.stop()
    await site.stop()
    await alcove.stop()
  })
}

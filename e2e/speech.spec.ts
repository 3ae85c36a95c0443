import type { Page } from '@playwright/test'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken } from './host-token.ts'
import { action, answers, reopen } from './messages.ts'

/** A fake voice that records its texts, and ends when the test says so. */
function installVoice() {
  class Piece extends EventTarget {
    readonly text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const waiting: Piece[] = []
  const said: string[] = []
  let cancels = 0
  const voice = Object.assign(new EventTarget(), {
    getVoices: () => [{}],
    speak(piece: Piece) {
      waiting.push(piece)
      said.push(piece.text)
      queueMicrotask(() => piece.dispatchEvent(new Event('start')))
    },
    cancel() {
      cancels += 1
      for (const piece of waiting.splice(0)) {
        const event = Object.assign(new Event('error'), { error: 'canceled' })
        queueMicrotask(() => piece.dispatchEvent(event))
      }
    },
  })
  const fake = {
    said,
    isSilent: () => waiting.length === 0,
    cancels: () => cancels,
    end: () => waiting.shift()?.dispatchEvent(new Event('end')),
    fail: () =>
      waiting
        .shift()
        ?.dispatchEvent(Object.assign(new Event('error'), { error: 'synthesis-failed' })),
  }
  Object.defineProperty(window, 'speechSynthesis', { value: voice, configurable: true })
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Piece, configurable: true })
  Object.assign(window, { voice: fake })
}

interface Voice {
  readonly said: readonly string[]
  isSilent(): boolean
  end(): void
  fail(): void
}

/** Controls the frame's fake voice. */
function createVoice(page: Page) {
  const frame = () => page.frames().find((each) => each.url().includes('/frame'))!
  const ask = <Result>(question: (voice: Voice) => Result): Promise<Result> =>
    frame().evaluate<Result>(`(${question.toString()})(window.voice)`)
  return {
    said: () => ask((voice) => [...voice.said]),
    isSilent: () => ask((voice) => voice.isSilent()),
    end: () => ask((voice) => voice.end()),
    fail: () => ask((voice) => voice.fail()),
    /** The text that is marked as being read. */
    marked: () =>
      frame().evaluate(() =>
        [...(CSS.highlights.get('spoken') ?? [])].map((range) => (range as Range).toString()),
      ),
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(installVoice)
})

test('answers are read aloud, one at a time, until they end or are left', async ({
  page,
  chat,
}) => {
  const voice = createVoice(page)
  await page.goto('/bare.html')
  await chat.open()
  await test.step('one answer is read at a time, as it is shown, and ends by itself', async () => {
    await chat.send('say The **first** answer')
    await chat.settled()
    await chat.send('say The second answer')
    await chat.settled()

    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      const [first, second] = [answers(chat).nth(0), answers(chat).nth(1)]
      await action(first, 'Read aloud').click()
      await expect(action(first, 'Stop reading')).toBeVisible()
      expect((await voice.said()).at(-1)).toBe('The first answer.')

      await action(second, 'Read aloud').click()
      await expect(action(second, 'Stop reading')).toBeVisible()
      await expect(action(first, 'Read aloud')).toBeVisible()
      expect((await voice.said()).at(-1)).toBe('The second answer.')

      await voice.end()
      await expect(action(second, 'Read aloud')).toBeVisible()
      await expect(chat.button('Stop reading')).toHaveCount(0)
    }
  })

  await test.step('it is stopped by its button, by Escape and by closing the chat (A02)', async () => {
    await chat.startAnew()

    await chat.send('say Read me')
    await chat.settled()
    const read = chat.button('Read aloud')
    const stop = chat.button('Stop reading')

    await read.click()
    await expect(stop).toBeVisible()
    expect(await voice.isSilent()).toBe(false)
    await stop.click()
    await expect(read).toBeVisible()
    expect(await voice.isSilent()).toBe(true)

    await read.click()
    await expect(stop).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(read).toBeVisible()
    expect(await voice.isSilent()).toBe(true)
    await expect(chat.composer).toBeVisible()

    await read.click()
    await expect(stop).toBeVisible()
    await chat.button('Close').click()
    await expect(chat.launcher).toBeVisible()
    await expect.poll(voice.isSilent).toBe(true)
    await chat.open()
    await expect(read).toBeVisible()
  })

  await test.step('the sentence that is read is marked, and none afterwards (U71)', async () => {
    await chat.startAnew()

    await chat.send('say It is **late**. Read on')
    await chat.settled()
    await chat.button('Read aloud').click()
    for (const sentence of ['It is late.', 'Read on']) {
      await expect.poll(voice.marked).toEqual([sentence])
      await voice.end()
    }
    await expect.poll(voice.marked).toEqual([])
  })

  await test.step('it falls silent with its conversation', async () => {
    await chat.startAnew()

    await chat.send('say Read me')
    await chat.settled()
    await chat.button('Read aloud').click()
    await expect(chat.button('Stop reading')).toBeVisible()

    await chat.button('New conversation').click()

    await expect(chat.log.getByRole('article')).toHaveCount(0)
    await expect.poll(voice.isSilent).toBe(true)
  })
})

test(
  'it falls silent when another user signs in',
  { tag: '@nightly' },
  async ({ page, site, chat }, { testId }) => {
    const voice = createVoice(page)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const token = (name: string) => createHostToken(`${name}-${testId}`, HOST_SECRET)
    site.add('/speech-identity.html', {
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>Alcove('identify',{getToken:function(){return '${token('one')}'}});
window.signInAsTwo=function(){return Alcove('identify',{getToken:function(){return '${token('two')}'}}).then(function(){return 'done'},function(e){return String(e)})}</script></body></html>`,
    })
    await page.goto('/speech-identity.html')
    await chat.open()
    await chat.send('say Read me')
    await chat.settled()
    await chat.button('Read aloud').click()
    await expect(chat.button('Stop reading')).toBeVisible()

    const outcome = await page.evaluate(() =>
      (globalThis as unknown as { signInAsTwo(): Promise<string> }).signInAsTwo(),
    )

    expect(outcome).toBe('done')
    await expect(chat.log.getByRole('article')).toHaveCount(0)
    await expect.poll(voice.isSilent).toBe(true)
    expect(errors).toEqual([])
  },
)

test(
  'a voice that fails is told, and can be asked again',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    const voice = createVoice(page)
    await page.goto('/bare.html')
    await chat.open()
    await chat.send('say Read me')
    await chat.settled()
    await chat.button('Read aloud').click()
    await expect(chat.button('Stop reading')).toBeVisible()

    await voice.fail()

    await expect(chat.frame.locator('[aria-live=assertive]')).toContainText(
      'Could not read this aloud.',
    )
    await chat.button('Read aloud').click()
    await expect(chat.button('Stop reading')).toBeVisible()
  },
)

test('without a voice nothing offers to read', { tag: '@nightly' }, async ({ page, chat }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'speechSynthesis', { value: undefined })
    delete (Window.prototype as { speechSynthesis?: unknown }).speechSynthesis
    delete (window as { speechSynthesis?: unknown }).speechSynthesis
  })
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say Read me')
  await chat.settled()

  await expect(chat.button('Answer again')).toBeVisible()
  await expect(chat.button('Read aloud')).toHaveCount(0)
})

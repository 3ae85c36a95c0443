import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Catalog, LocaleTexts } from './create-translate.ts'
import { en } from './en.ts'
import { createLocaleSwitch, LOCALE_WAIT_MS, type Language } from './locale-switch.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { languages: ['tlh', 'de-AT', 'fr'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const TEXTS = { ...en, 'composer.send': 'Abc' } as unknown as Catalog

function createWorld() {
  const root = { lang: 'en', dir: 'ltr' }
  const learned: Language[] = []
  const files: { name: string; come: (texts?: LocaleTexts) => void }[] = []
  const show = createLocaleSwitch(
    root as HTMLElement,
    (language) => learned.push(language),
    (name) =>
      new Promise((resolve) =>
        files.push({ name, come: (texts = TEXTS) => resolve({ default: texts }) }),
      ),
  )
  /** Settles when the language is applied, or takes too long to wait for. */
  const ask = (wish: string | undefined) => {
    const asked = { isSettled: false }
    void show(wish).then(() => (asked.isSettled = true))
    return asked
  }
  return { root, learned, files, ask, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('asks once for the file of a language, and speaks it when it is there', async () => {
  const { root, learned, files, ask, wait } = createWorld()
  const asked = ask('ar-EG')
  ask('ar-EG')
  await wait(0)
  expect(files.map(({ name }) => name)).toEqual(['ar'])
  expect([asked.isSettled, root.dir, root.lang]).toEqual([false, 'rtl', 'en'])

  files[0]!.come()
  await wait(0)
  expect(asked.isSettled).toBe(true)
  expect(learned).toEqual([{ name: 'ar', tag: 'ar-EG', catalog: TEXTS }])
  expect(root).toEqual({ lang: 'ar', dir: 'rtl' })
})

test('nobody waits longer than so for it; it is spoken when it comes', async () => {
  const { learned, files, ask, wait } = createWorld()
  const asked = ask('de')
  await wait(LOCALE_WAIT_MS - 1)
  expect(asked.isSettled).toBe(false)
  await wait(1)
  expect(asked.isSettled).toBe(true)
  expect(learned).toEqual([])

  files[0]!.come()
  await wait(0)
  expect(learned.map(({ name }) => name)).toEqual(['de'])
})

test('English is there already', async () => {
  const { root, learned, files, ask, wait } = createWorld()
  const asked = ask('en-GB')
  await wait(0)
  expect(asked.isSettled).toBe(true)
  expect(files).toEqual([])
  expect(learned).toEqual([{ name: 'en', tag: 'en-GB', catalog: en }])
  expect(root).toEqual({ lang: 'en', dir: 'ltr' })
})

test('a page that says nothing leaves it to the browser, the first that there is', async () => {
  const { files, ask, wait } = createWorld()
  ask(undefined)
  await wait(0)
  expect(files.map(({ name }) => name)).toEqual(['de'])
})

test('a browser without a supported language gets English, without a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('navigator', { languages: ['tlh'] })
  const { learned, ask, wait } = createWorld()
  ask(undefined)
  await wait(0)
  expect(learned.map(({ tag }) => tag)).toEqual(['en'])
  expect(warn).not.toHaveBeenCalled()
})

test.each(['zh-Hanx', 'pt_BR', 'tlh'])(
  'a page that wants %s gets English, and one warning with what there is',
  async (tag) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { root, learned, ask, wait } = createWorld()
    ask(tag)
    ask(tag)
    await wait(0)
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.calls[0]![0]).toContain(`there are no texts in "${tag}", but in ar, cs, da,`)
    expect(learned).toEqual([{ name: 'en', tag: 'en', catalog: en }])
    expect(root).toEqual({ lang: 'en', dir: 'ltr' })
  },
)

test('the last wish counts, whichever file comes first', async () => {
  const { root, learned, files, ask, wait } = createWorld()
  ask('ar')
  ask('de')
  files[1]!.come()
  await wait(0)
  files[0]!.come()
  await wait(0)
  expect(learned.map(({ name }) => name)).toEqual(['de'])
  expect(root).toEqual({ lang: 'de', dir: 'ltr' })
})

test('English stands in for texts that a locale lacks', async () => {
  const { learned, files, ask, wait } = createWorld()
  ask('de')
  files[0]!.come({ 'composer.send': 'Senden' })
  await wait(0)
  expect(learned[0]!.catalog).toEqual({ ...en, 'composer.send': 'Senden' })
})

test.each([
  ['es-MX', 'es', 'es-419'],
  ['pt-PT', 'pt-BR', 'pt-PT'],
])(
  '%s takes from %s the texts that %s lacks, and waits for both files',
  async (tag, varied, name) => {
    const { learned, files, ask, wait } = createWorld()
    ask(tag)
    expect(files.map((file) => file.name)).toEqual([varied, name])
    files[1]!.come({ 'composer.send': 'Own' })
    await wait(0)
    expect(learned).toEqual([])
    files[0]!.come({ 'composer.send': 'Varied', 'composer.stop': 'Varied' })
    await wait(0)
    expect(learned[0]).toMatchObject({ name, tag })
    expect(learned[0]!.catalog).toEqual({
      ...en,
      'composer.send': 'Own',
      'composer.stop': 'Varied',
    })
  },
)

test('a file that does not come is asked for again', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  const learned: string[] = []
  const load = vi
    .fn<(name: string) => Promise<{ default: Catalog }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: TEXTS })
  const root = { lang: 'en', dir: 'ltr' } as HTMLElement
  const show = createLocaleSwitch(root, ({ name }) => learned.push(name), load)
  void show('de')
  await vi.advanceTimersByTimeAsync(0)
  expect(learned).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(learned).toEqual(['de'])
})

test('a document that began in a language is English while its texts are late', async () => {
  const { root, files, ask, wait } = createWorld()
  root.lang = 'de'
  ask('de')
  await wait(LOCALE_WAIT_MS)
  expect(root.lang).toBe('en')

  files[0]!.come()
  await wait(0)
  expect(root.lang).toBe('de')
})

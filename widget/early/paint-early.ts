import type { EarlySetup } from '../../shared/bridge/early-setup.ts'
import type { Look } from '../../shared/look/look-options.ts'
import { chooseOwnTexts, createTranslate, type Catalog } from '../i18n/create-translate.ts'
import { readPlainDirection } from '../markdown/text-direction.ts'
import { directionOf, findLocale, VARIED } from '../i18n/find-locale.ts'
import { applyScheme } from '../theme/apply-scheme.ts'
import { createLookCss } from '../theme/look-css.ts'
import { mergeLook } from '../theme/merge-look.ts'
import { applySettings } from '../world/apply-settings.ts'
import type { Settings } from '../world/read-settings.ts'
import { NARROW_HEADER_QUERY } from '../ui/narrow-header.ts'
import { EARLY_KEYS, type EarlyWords } from './early-words.ts'

/** The facts that decide the first paint. */
export interface EarlyPaint {
  /** The project's look, unvalidated. */
  readonly look: unknown
  readonly isReadOnly: boolean
  readonly setup: EarlySetup
  readonly settings: Settings
  /** Texts by locale. */
  readonly words: Readonly<Record<string, EarlyWords>>
  /** A conversation of the person may be shown instead of the greeting. */
  readonly mayHaveThread: boolean
}

/** Paints the owner's look and words into the document, before the app has loaded. Returns the look. */
export function paintEarly(document: Document, paint: EarlyPaint): Look {
  const { setup, settings } = paint
  const { look } = mergeLook(paint.look, setup.look)
  const scheme =
    setup.scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(createLookCss(look, [scheme]).text)
  document.adoptedStyleSheets = [sheet]
  const root = document.documentElement
  applySettings(root, settings)
  const wish = settings.language ?? setup.locale ?? navigator.languages.find(findLocale) ?? 'en'
  const locale = findLocale(wish) ?? 'en'
  root.dir = directionOf(locale)
  root.lang = locale
  fetchLocale(document, locale)
  paintWords(document, paint, look, locale)
  applyScheme(document, scheme)
  return look
}

/** Requests the texts beside the app, which would ask for them only when it runs. */
function fetchLocale(document: Document, locale: string): void {
  const hashes = JSON.parse(document.querySelector('#locales')?.textContent ?? '{}') as Record<
    string,
    string
  >
  for (const name of [VARIED[locale], locale]) {
    if (name === undefined || hashes[name] === undefined) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/frame/assets/locale-${name}-${hashes[name]}.js`
    document.head.append(link)
  }
}

function paintWords(
  document: Document,
  { words, isReadOnly, mayHaveThread }: EarlyPaint,
  look: Look,
  locale: string,
): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
  const own = chooseOwnTexts(look.messages, locale)
  const t = createTranslate(locale, catalogOf(words[locale] ?? []), own)

  find('.header-title bdi').textContent = t('header.title')
  find('.header-status').lastChild!.textContent = t(
    look.name === undefined && !isNarrow() ? 'header.ready' : 'header.readyHere',
  )
  find('.header-close').setAttribute('aria-label', t('header.close'))
  find('.conversation').setAttribute('aria-label', t('thread.main'))
  find('.composer').setAttribute('aria-label', t('composer.form'))
  find('.send-button').setAttribute('aria-label', t('composer.send'))
  const field = document.querySelector<HTMLTextAreaElement>('.composer-field')!
  field.setAttribute('aria-label', t('composer.field'))
  field.placeholder = isReadOnly ? '' : t('composer.placeholder')
  field.readOnly = isReadOnly
  paintHeader(document, look)
  const greeting = own['thread.greeting']
  const prompts = look.prompts
  const isKnown = locale === 'en' || (greeting !== undefined && prompts !== undefined)
  if (isReadOnly || mayHaveThread || !isKnown) find('.empty-state').remove()
  else paintGreeting(document, look, own)
}

/** Holds only the texts of the first paint. */
const catalogOf = (words: EarlyWords): Catalog =>
  Object.fromEntries(
    EARLY_KEYS.map((key, index) => [key, words[index] ?? '']),
  ) as Partial<Catalog> as Catalog

const isNarrow = (): boolean => matchMedia(NARROW_HEADER_QUERY).matches

/**
 * Leaves out the buttons that the owner removed, and those for which a narrow header has no room. The others, except
 * Close, wait for the app.
 */
function paintHeader(document: Document, { logo, history, menu }: Look): void {
  const header = document.querySelector('.header')!
  for (const button of header.querySelectorAll<HTMLElement>('button:not(.header-close)'))
    button.inert = true
  if (history === false) header.querySelector('.list-toggle')?.parentElement?.remove()
  if (menu === false) header.querySelector('[aria-haspopup=menu]')?.parentElement?.remove()
  else if (isNarrow()) header.querySelector('.header-new')?.parentElement?.remove()
  if (logo === undefined) return
  const image = document.createElement('img')
  image.className = 'header-logo'
  image.alt = ''
  image.src = logo
  header.querySelector('.header-text')!.before(image)
}

/** Writes the owner's words, which have their own direction. */
function write(element: Element, text: string): void {
  element.textContent = text
  element.setAttribute('dir', readPlainDirection(text))
}

function paintGreeting(
  document: Document,
  { prompts, hint }: Look,
  own: Readonly<Record<string, string>>,
): void {
  const state = document.querySelector('.empty-state')!
  const [title, hintLine, list] = [...state.querySelectorAll('.greeting, .greeting-hint, ul')]
  const greeting = own['thread.greeting']
  if (greeting !== undefined) write(title!, greeting)
  const hintText = own['thread.greetingHint']
  if (hintText !== undefined) write(hintLine!, hintText)
  const first = list!.firstElementChild!
  if (prompts !== undefined) {
    list!.replaceChildren(
      ...prompts.map(({ label, prompt }) => {
        const item = first.cloneNode(true) as HTMLElement
        const button = item.querySelector('button')!
        write(button, label)
        button.value = prompt
        return item
      }),
    )
  }
  if (prompts?.length !== 0) return
  list!.remove()
  if (!hint) hintLine!.remove()
}

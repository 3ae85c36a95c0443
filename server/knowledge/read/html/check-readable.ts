import { UnreadError } from '../../unread-error.ts'
import { attributeOf, closest, textOf } from './dom.ts'
import { isHidden } from './panels.ts'
import type { Element } from './parse-html.ts'

export interface ReadableFacts {
  /** All elements of the page. */
  readonly elements: readonly Element[]
  readonly root: Element
  /** Letters that were read. */
  readonly letters: number
  readonly title: string
}

/** A page with less text may be an empty shell for a script. */
const SHELL_LETTERS = 200
/** A page with less text beside a field for a password is a login page. */
const LOGIN_LETTERS = 600
const MOUNT_IDS =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|app-root|react-root|application)$/iu
const NEEDS_SCRIPT = /java\s?script/iu
const LOGIN_TITLE =
  /\b(?:log ?in|sign ?in|log ?on)\b|anmeld|einloggen|connexion|se connecter|iniciar sesión|accedi|aanmelden|logga in|giriş|ログイン|サインイン|로그인|登录|登入|تسجيل الدخول|เข้าสู่ระบบ/iu
const CHROME = /^(?:header|nav|footer|aside|dialog)$/u

/** @throws UnreadError for pages that show a login or nothing without scripts. */
export function checkReadable({ elements, letters, title }: ReadableFacts): void {
  if (letters < LOGIN_LETTERS && asksForLogin(elements, title)) {
    throw new UnreadError('login', 'The page asks for a login. Add pages that are open to all.')
  }
  if (letters >= SHELL_LETTERS) return
  if (letters === 0 ? hasScript(elements) : hasScript(elements) && isShell(elements)) {
    throw new UnreadError(
      'script_only',
      'The page shows its text by a script only. Add a version that has the text in its HTML.',
    )
  }
  if (letters === 0) throw new UnreadError('empty', 'The page has no text.')
}

function asksForLogin(elements: readonly Element[], title: string): boolean {
  const fields = elements.filter((element) => element.tagName === 'input' && isShown(element))
  if (fields.some((field) => attributeOf(field, 'type') === 'password')) return true
  const isNamed = LOGIN_TITLE.test(title)
  const isForUser = (field: Element) =>
    /username|email/u.test(attributeOf(field, 'autocomplete') ?? '') ||
    attributeOf(field, 'type') === 'email'
  return isNamed && fields.some(isForUser)
}

/** A small login in the page's header is not the page. */
const isShown = (element: Element): boolean =>
  closest(element, (at) => CHROME.test(at.tagName) || isHidden(at)) === undefined

const hasScript = (elements: readonly Element[]): boolean =>
  elements.some(
    (element) =>
      element.tagName === 'script' && !/json|template/u.test(attributeOf(element, 'type') ?? ''),
  )

function isShell(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if (element.tagName === 'noscript') return NEEDS_SCRIPT.test(rawText(element))
    return MOUNT_IDS.test(attributeOf(element, 'id') ?? '') && textOf(element).trim() === ''
  })
}

const rawText = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PluralForms } from './create-translate.ts'
import { en } from './en.ts'
import { LOCALES, VARIED } from './find-locale.ts'
import { SAME_AS_ENGLISH, SAME_IN_ALL } from './same-as-english.test-support.ts'

type Entry = string | PluralForms
type Entries = Readonly<Record<string, Entry>>

const ENGLISH: Entries = en

/** Scripts allowed in a locale's texts besides Latin names such as PDF or Markdown. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
}
const OTHER_SCRIPTS = [...new Set(Object.values(SCRIPTS))]
const LATIN = /\p{Script=Latin}/u

const formsOf = (entry: Entry): Readonly<Record<string, string>> =>
  typeof entry === 'string' ? { '': entry } : entry

const placeholdersOf = (texts: readonly string[]) =>
  [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort()

/** Problems of one text of a locale. */
function problemsOf(locale: string, key: string, entry: Entry): string[] {
  const english = ENGLISH[key]
  if (typeof english === 'undefined') return ['English has no such text']
  if (typeof entry !== typeof english) return ['no such form']
  const problems: string[] = []
  if (typeof entry !== 'string') {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    if (needed.toSorted().join() !== Object.keys(entry).toSorted().join()) {
      problems.push(`plural forms other than ${needed.join(', ')}`)
    }
  }
  const texts = Object.values(formsOf(entry))
  const known = placeholdersOf(Object.values(formsOf(english)))
  const unknown = placeholdersOf(texts).filter((name) => !known.includes(name))
  // The form for one, two or none may leave the number out; the last form has all placeholders of English.
  const said = placeholdersOf([formsOf(entry)['other'] ?? texts[0]!])
  const needed = placeholdersOf([formsOf(english)['other'] ?? formsOf(english)['']!])
  const missing = needed.filter((name) => !said.includes(name))
  if (unknown.length > 0) problems.push(`nobody fills ${unknown.join()}`)
  if (missing.length > 0) problems.push(`does not say ${missing.join()}`)

  for (const text of texts) {
    const words = text.replace(/\{\w+\}/g, '')
    if (text.trim() !== text || text === '') problems.push('blank or padded')
    if (/[<>]|&\w+;/.test(text)) problems.push('markup')
    if (/[{}]/.test(words)) problems.push('a broken placeholder')
    // oxlint-disable-next-line no-control-regex -- that is what it looks for
    if (/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/.test(text)) problems.push('control characters')
    const own = SCRIPTS[locale] ?? LATIN
    const foreign = [...OTHER_SCRIPTS, LATIN].find(
      (script) => script !== own && script !== LATIN && isForeign(script, own, words),
    )
    if (foreign !== undefined) problems.push(`letters of ${foreign.source}`)
    const isSame = text === formsOf(english)['other'] || text === formsOf(english)['']
    if (!isSame && /\p{L}/u.test(words) && !own.test(words)) problems.push('another script')
  }
  return [...new Set(problems)]
}

/** Chinese and Japanese share theirs. */
const isForeign = (script: RegExp, own: RegExp, words: string): boolean =>
  [...words].some((letter) => script.test(letter) && !own.test(letter))

const isSameAsEnglish = (key: string, entry: Entry) =>
  Object.values(formsOf(entry)).some((text) => Object.values(formsOf(ENGLISH[key]!)).includes(text))

const LOCALE_FILES = globSync('*.ts', { cwd: resolve(import.meta.dirname, 'locales') }).map(
  (path) => basename(path, '.ts'),
)
const PSEUDO = ['en-XA', 'ar-XB']
const TAGS = LOCALE_FILES.filter((tag) => !PSEUDO.includes(tag)).sort()

const readFile = async (tag: string): Promise<Entries> =>
  ((await import(`./locales/${tag}.ts`)) as { default: Entries }).default

/** The texts of a locale and of the one that it varies. */
async function readLocale(tag: string): Promise<Entries> {
  const varied = VARIED[tag]
  return { ...(varied === undefined ? {} : await readFile(varied)), ...(await readFile(tag)) }
}

test('each language that the chat says it speaks has its file, and no other has', () => {
  expect(TAGS).toEqual(LOCALES.filter((tag) => tag !== 'en'))
  expect(TAGS).toHaveLength(27)
})

describe.each(TAGS)('%s', (tag) => {
  test('says what English says: keys, placeholders, exact plural forms, its own script, no markup', async () => {
    const problems = Object.entries(await readLocale(tag)).flatMap(([key, entry]) =>
      problemsOf(tag, key, entry).map((problem) => `${key}: ${problem}`),
    )
    expect(problems).toEqual([])
  })

  test('differs from English, except for texts checked by hand', async () => {
    const texts = await readLocale(tag)
    const same = Object.keys(texts).filter((key) => isSameAsEnglish(key, texts[key]!))
    const known: readonly string[] = [...SAME_IN_ALL, ...(SAME_AS_ENGLISH[tag] ?? [])]
    expect(same.filter((key) => !known.includes(key))).toEqual([])
    // Texts that have been translated since must leave the list.
    expect((SAME_AS_ENGLISH[tag] ?? []).filter((key) => !same.includes(key))).toEqual([])
  })
})

/** Entries that repeat the locale that is varied. */
const findRepeated = (texts: Entries, varied: Entries): string[] =>
  Object.keys(texts).filter((key) => JSON.stringify(texts[key]) === JSON.stringify(varied[key]))

test.each(Object.entries(VARIED))('%s holds only what differs from %s', async (tag, varied) => {
  expect(findRepeated(await readFile(tag), await readFile(varied))).toEqual([])
})

test('would report an entry that repeats the varied locale', () => {
  const varied = { a: 'x', b: { other: 'y' }, c: 'z' }
  expect(findRepeated({ a: 'x', b: { other: 'y' }, c: 'w' }, varied)).toEqual(['a', 'b'])
})

test.each<[string, string, string, Entry, string]>([
  ['a placeholder that is not filled', 'de', 'tool.done', '{tool} {wer}', 'nobody fills {wer}'],
  ['one that is left out', 'de', 'tool.done', 'Fertig', 'does not say {tool}'],
  ['a plural that lacks forms', 'ru', 'composer.over', { other: 'Ещё {n}' }, 'plural forms other'],
  [
    'one that has too many',
    'ja',
    'composer.over',
    { one: '{n}字', other: '{n}字' },
    'plural forms',
  ],
  ['a text in place of a plural', 'de', 'composer.over', '{n} zu viel', 'no such form'],
  ['a key that English lacks', 'de', 'composer.sned', 'Los', 'English has no such text'],
  ['markup', 'de', 'composer.send', '<b>Los</b>', 'markup'],
  ['blanks around it', 'de', 'composer.send', ' Los', 'blank or padded'],
  ['a broken placeholder', 'de', 'tool.done', '{tool} { n }', 'a broken placeholder'],
  ['another script', 'ru', 'composer.send', 'Poslat', 'another script'],
  ['a letter that only looks right', 'de', 'composer.send', 'Sеnden', 'letters of'],
  ['an override of the direction', 'ar', 'composer.send', '\u202eإرسال', 'control characters'],
])('would report %s', (_, tag, key, entry, problem) => {
  expect(problemsOf(tag, key, entry).join()).toContain(problem)
})

test('would report an untranslated text', () => {
  expect(isSameAsEnglish('composer.send', 'Send')).toBe(true)
  expect(isSameAsEnglish('composer.send', 'Senden')).toBe(false)
})

test('the made-up languages have every text, longer or mirrored, with its placeholders', async () => {
  const [accented, mirrored] = await Promise.all(PSEUDO.map(readLocale))
  expect(accented!['tool.done']).toMatch(/^\[Ráñ \{tool\} ·+\]$/)
  expect(mirrored!['composer.send']).toBe('\u202eSend\u202c')
  for (const texts of [accented!, mirrored!]) {
    expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH))
    for (const [key, entry] of Object.entries(texts)) {
      const forms = Object.values(formsOf(entry))
      expect([key, placeholdersOf(forms)]).toEqual([
        key,
        placeholdersOf(Object.values(formsOf(ENGLISH[key]!))),
      ])
    }
  }
})

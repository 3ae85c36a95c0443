import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { en } from '../i18n/en.ts'

const WIDGET = resolve(import.meta.dirname, '..')
const TEXTS: Readonly<Record<string, unknown>> = en
const IMPORT_PATTERN = /^import \{([^}]+)\} from 'lucide-react'/gm
/** Components that draw a button with only an icon, and the icons that they contain. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  IconButton: [],
  BarButton: [],
  button: [],
  CopyButton: ['Copy', 'Check'],
  CopyAction: ['Copy', 'Check'],
  Dialog: ['X'],
}
/** The button still sends; this is its progress. */
const STATE = 'composer.uploading'

/** A source's imported icons, by their local names. */
const importedIcons = (source: string): readonly (readonly [local: string, icon: string])[] =>
  [...source.matchAll(IMPORT_PATTERN)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [icon = '', local = icon] = name.split(' as ')
        return [local, icon] as const
      }),
  )

/** Each icon that is alone in a source's button, as `icon: its name`. */
function namedIcons(source: string): string[] {
  const imported = importedIcons(source)
  const found: string[] = []
  const visitor = new Visitor({
    JSXElement({ openingElement: { name, attributes }, start, end }) {
      const own = name.type === 'JSXIdentifier' ? BUTTONS[name.name] : undefined
      const said = attributes.find(
        (each) =>
          each.type === 'JSXAttribute' &&
          each.name.type === 'JSXIdentifier' &&
          /^(label|aria-label|closeLabel)$/.test(each.name.name),
      )
      if (own === undefined || said === undefined) return
      const words = source.slice(said.start, said.end)
      const called = /\{(\w+)\(\)\}/.exec(words)?.[1]
      const told =
        called === undefined ? words : source.split(`function ${called}(`)[1]!.split('\n  }')[0]!
      const names = [...told.matchAll(/'(\w+\.\w+)'/g)].flatMap(([, key = '']) =>
        key === STATE ? [] : [String(TEXTS[key])],
      )
      const inside = source.slice(start, end)
      const placeOf = (local: string) => inside.search(new RegExp(`[=<{? :]${local}\\b`))
      const drawn = imported
        .filter(
          ([local]) =>
            name.type === 'JSXIdentifier' && name.name !== 'Dialog' && placeOf(local) > 0,
        )
        .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
        .map(([, icon]) => icon)
      const icons = drawn.length > 0 ? drawn : own
      // A button with two alternating states has both icons and both names in the same order.
      const isPaired = icons.length === names.length
      icons.forEach((icon, index) => {
        for (const each of isPaired ? [names[index]] : names) found.push(`${icon}: ${each}`)
      })
    },
  })
  visitor.visit(parseSync('file.tsx', source).program)
  return found
}

const firstWord = (text: string) => /^\p{L}+/u.exec(text)?.[0] ?? text

/** Icons whose names begin with different words, each with these words. */
function ambiguous(table: readonly string[]): string[] {
  const words = new Map<string, Set<string>>()
  for (const line of table) {
    const [icon = '', name = ''] = line.split(': ')
    words.set(icon, (words.get(icon) ?? new Set()).add(firstWord(name)))
  }
  return [...words].flatMap(([icon, all]) =>
    all.size > 1 ? [`${icon}: ${[...all].join(', ')}`] : [],
  )
}

const table = globSync('**/*.tsx', { cwd: WIDGET })
  .filter((path) => !path.includes('.test'))
  .flatMap((path) => namedIcons(readFileSync(resolve(WIDGET, path), 'utf8')))

test('an icon alone in a button is named by the same word everywhere (A37)', () => {
  expect(table.length).toBeGreaterThan(40)
  expect(table.filter((line) => line.endsWith(': undefined'))).toEqual([])
  expect(new Set(table)).toContain('X: Close')
  expect(ambiguous(table)).toEqual([])
})

test.each([
  ["<IconButton label={t('notice.gone')}><X /></IconButton>", 'X'],
  ["<BarButton label={t('action.edit')} icon={X} />", 'X'],
  ["<button aria-label={t('action.edit')}>{isOn ? <X /> : <Y />}</button>", 'X'],
  ["<CopyAction label={t('action.edit')} />", 'Copy'],
  ["<Dialog closeLabel={t('action.edit')}><Y /></Dialog>", 'X'],
])('would report %s', (element, icon) => {
  const imports = "import { X, Y } from 'lucide-react'\n"

  expect(ambiguous([...table, ...namedIcons(`${imports}const a = ${element}`)]).join()).toContain(
    `${icon}: `,
  )
})
